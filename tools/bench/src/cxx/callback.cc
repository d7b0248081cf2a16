// A gRPC server that answers every unary call with the same bytes and no message classes, on the
// library's callback interface: cxx-callback PORT MESSAGE_FILE
#include <fstream>
#include <iostream>
#include <iterator>

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>

using grpc::ByteBuffer, grpc::Slice, grpc::Status;

static Slice message;

class Call final : public grpc::ServerGenericBidiReactor {
public:
    Call() { StartRead(&request); }
    void OnReadDone(bool ok) override {
        if (!ok) return Finish(Status(grpc::StatusCode::INTERNAL, "no request"));
        reply = ByteBuffer(&message, 1);
        StartWriteAndFinish(&reply, grpc::WriteOptions(), Status::OK);
    }
    void OnDone() override { delete this; }

private:
    ByteBuffer request, reply;
};

class Service final : public grpc::CallbackGenericService {
    grpc::ServerGenericBidiReactor *CreateReactor(grpc::GenericCallbackServerContext *) override {
        return new Call;
    }
};

int main(int argc, char **argv) {
    if (argc != 3) return std::cerr << "usage: cxx-callback PORT MESSAGE_FILE\n", 2;
    std::ifstream file(argv[2], std::ios::binary);
    message = Slice(std::string(std::istreambuf_iterator<char>(file), {}));
    Service service;
    grpc::ServerBuilder builder;
    builder.AddListeningPort(
        std::string("127.0.0.1:") + argv[1], grpc::InsecureServerCredentials());
    builder.AddChannelArgument(GRPC_ARG_MINIMAL_STACK, 1);
    builder.RegisterCallbackGenericService(&service);
    auto server = builder.BuildAndStart();
    if (!server) return std::cerr << "cxx-callback: cannot listen\n", 1;
    server->Wait();
}
