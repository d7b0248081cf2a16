// A gRPC server that answers every unary call with the same bytes and no message classes, on one
// thread and one completion queue: cxx-async PORT MESSAGE_FILE
#include <fstream>
#include <iostream>
#include <iterator>

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>

using grpc::ByteBuffer, grpc::Slice, grpc::Status;

static Slice message;
static grpc::AsyncGenericService service;
static std::unique_ptr<grpc::ServerCompletionQueue> queue;

class Call {
public:
    Call() { service.RequestCall(&context, &stream, queue.get(), queue.get(), this); }

    void step(bool ok) {
        if (state == accepting && ok) {
            new Call;
            state = reading;
            return stream.Read(&request, this);
        }
        if (state == reading && ok) {
            state = finishing;
            ByteBuffer reply(&message, 1);
            return stream.WriteAndFinish(reply, grpc::WriteOptions(), Status::OK, this);
        }
        delete this;
    }

private:
    enum { accepting, reading, finishing } state = accepting;
    grpc::GenericServerContext context;
    grpc::GenericServerAsyncReaderWriter stream{&context};
    ByteBuffer request;
};

int main(int argc, char **argv) {
    if (argc != 3) return std::cerr << "usage: cxx-async PORT MESSAGE_FILE\n", 2;
    std::ifstream file(argv[2], std::ios::binary);
    message = Slice(std::string(std::istreambuf_iterator<char>(file), {}));
    grpc::ServerBuilder builder;
    builder.AddListeningPort(
        std::string("127.0.0.1:") + argv[1], grpc::InsecureServerCredentials());
    builder.AddChannelArgument(GRPC_ARG_MINIMAL_STACK, 1);
    builder.RegisterAsyncGenericService(&service);
    queue = builder.AddCompletionQueue();
    auto server = builder.BuildAndStart();
    if (!server) return std::cerr << "cxx-async: cannot listen\n", 1;
    for (int i = 0; i < 128; i++) new Call;
    void *tag;
    bool ok;
    while (queue->Next(&tag, &ok)) static_cast<Call *>(tag)->step(ok);
}
