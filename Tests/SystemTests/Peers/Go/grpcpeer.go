// A gRPC client on Debian's grpc-go: grpcpeer ADDRESS QUERY.
// Walks all pages of QUERY, makes 2,000 calls from 50 goroutines on one connection, reads a stream
// and the health, and provokes errors; prints one line for each.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	_ "google.golang.org/grpc/encoding/gzip"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"
)

// Structs with these tags are enough for the protobuf library; only the fields this client uses.
type listRequest struct {
	Query       string `protobuf:"bytes,3,opt,name=query,proto3"`
	PageSize    int32  `protobuf:"varint,5,opt,name=page_size,json=pageSize,proto3"`
	PageToken   string `protobuf:"bytes,6,opt,name=page_token,json=pageToken,proto3"`
	MinRevision uint64 `protobuf:"varint,17,opt,name=min_revision,json=minRevision,proto3"`
}

type episode struct {
	ID   uint64 `protobuf:"varint,1,opt,name=id,proto3"`
	Name string `protobuf:"bytes,2,opt,name=name,proto3"`
}

type listResponse struct {
	Episodes      []*episode `protobuf:"bytes,1,rep,name=episodes,proto3"`
	NextPageToken string     `protobuf:"bytes,2,opt,name=next_page_token,json=nextPageToken,proto3"`
	TotalSize     int64      `protobuf:"varint,3,opt,name=total_size,json=totalSize,proto3"`
}

type streamRequest struct {
	Request *listRequest `protobuf:"bytes,1,opt,name=request,proto3"`
}

type streamResponse struct {
	Episodes []*episode `protobuf:"bytes,1,rep,name=episodes,proto3"`
}

type getRequest struct {
	ID uint64 `protobuf:"varint,1,opt,name=id,proto3"`
}

func (m *listRequest) Reset()            { *m = listRequest{} }
func (m *listRequest) String() string    { return fmt.Sprintf("%+v", *m) }
func (*listRequest) ProtoMessage()       {}
func (m *listResponse) Reset()           { *m = listResponse{} }
func (m *listResponse) String() string   { return fmt.Sprintf("%+v", *m) }
func (*listResponse) ProtoMessage()      {}
func (m *streamRequest) Reset()          { *m = streamRequest{} }
func (m *streamRequest) String() string  { return fmt.Sprintf("%+v", *m) }
func (*streamRequest) ProtoMessage()     {}
func (m *streamResponse) Reset()         { *m = streamResponse{} }
func (m *streamResponse) String() string { return fmt.Sprintf("%+v", *m) }
func (*streamResponse) ProtoMessage()    {}
func (m *episode) Reset()                { *m = episode{} }
func (m *episode) String() string        { return fmt.Sprintf("%+v", *m) }
func (*episode) ProtoMessage()           {}
func (m *getRequest) Reset()             { *m = getRequest{} }
func (m *getRequest) String() string     { return fmt.Sprintf("%+v", *m) }
func (*getRequest) ProtoMessage()        {}

const service = "/episodes.v1.EpisodeService/"

func fail(what string, err error) {
	fmt.Println(what, err)
	os.Exit(1)
}

func main() {
	connection, err := grpc.Dial(os.Args[1], grpc.WithInsecure(), grpc.WithBlock(),
		grpc.WithTimeout(20*time.Second),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, PermitWithoutStream: true}))
	if err != nil {
		fail("dial:", err)
	}
	defer connection.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()

	var ids []string
	token := ""
	for {
		var answer listResponse
		request := &listRequest{Query: os.Args[2], PageSize: 3, PageToken: token}
		if err := connection.Invoke(ctx, service+"ListEpisodes", request, &answer); err != nil {
			fail("list:", err)
		}
		for _, row := range answer.Episodes {
			ids = append(ids, fmt.Sprint(row.ID))
		}
		token = answer.NextPageToken
		if token == "" {
			break
		}
	}
	fmt.Println("ids", strings.Join(ids, " "))

	var answered int64
	var group sync.WaitGroup
	for worker := 0; worker < 50; worker++ {
		group.Add(1)
		go func(options ...grpc.CallOption) {
			defer group.Done()
			for call := 0; call < 40; call++ {
				var answer listResponse
				request := &listRequest{Query: os.Args[2], PageSize: 1000}
				err := connection.Invoke(ctx, service+"ListEpisodes", request, &answer, options...)
				if err == nil && len(answer.Episodes) == len(ids) {
					atomic.AddInt64(&answered, 1)
				}
			}
		}(grpc.UseCompressor([]string{"", "gzip"}[worker%2]))
	}
	group.Wait()
	fmt.Printf("parallel %d ok\n", answered)

	description := &grpc.StreamDesc{ServerStreams: true}
	stream, err := connection.NewStream(ctx, description, service+"StreamEpisodes")
	if err != nil {
		fail("stream:", err)
	}
	request := &streamRequest{Request: &listRequest{Query: os.Args[2], PageSize: 2}}
	if err := stream.SendMsg(request); err != nil {
		fail("stream:", err)
	}
	stream.CloseSend()
	streamed := 0
	for {
		var batch streamResponse
		if err := stream.RecvMsg(&batch); err == io.EOF {
			break
		} else if err != nil {
			fail("stream:", err)
		}
		streamed += len(batch.Episodes)
	}
	fmt.Printf("streamed %d of %d\n", streamed, len(ids))

	health, err := healthpb.NewHealthClient(connection).Check(ctx, &healthpb.HealthCheckRequest{})
	if err != nil {
		fail("health:", err)
	}
	fmt.Println("health", health.Status)

	var answer listResponse
	report := func(what string, err error) {
		code, _ := status.FromError(err)
		fmt.Printf("%s: %v, %d details\n", what, code.Code(), len(code.Details()))
	}
	report("negative page_size",
		connection.Invoke(ctx, service+"ListEpisodes", &listRequest{PageSize: -1}, &answer))
	report("unknown method", connection.Invoke(ctx, service+"Nonsense", &listRequest{}, &answer))
	report("unknown id",
		connection.Invoke(ctx, service+"GetEpisode", &getRequest{ID: 1 << 60}, &answer))
	short, stop := context.WithTimeout(ctx, 50*time.Millisecond)
	defer stop()
	report("short deadline", connection.Invoke(
		short, service+"ListEpisodes", &listRequest{MinRevision: 1 << 40}, &answer))
}
