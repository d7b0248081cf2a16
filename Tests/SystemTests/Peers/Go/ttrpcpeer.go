// A ttrpc client on Debian's containerd library: ttrpcpeer NETWORK ADDRESS QUERY.
// Walks all pages of QUERY, makes 2,000 calls from 50 goroutines on one connection, and provokes
// three errors; prints one line for each.
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/containerd/ttrpc"
	"google.golang.org/grpc/status"
)

// Structs with these tags are enough for gogo/protobuf; only the fields this client uses.
type listRequest struct {
	Query     string `protobuf:"bytes,3,opt,name=query,proto3"`
	PageSize  int32  `protobuf:"varint,5,opt,name=page_size,proto3"`
	PageToken string `protobuf:"bytes,6,opt,name=page_token,proto3"`
}

type episode struct {
	ID   uint64 `protobuf:"varint,1,opt,name=id,proto3"`
	Name string `protobuf:"bytes,2,opt,name=name,proto3"`
}

type listResponse struct {
	Episodes      []*episode `protobuf:"bytes,1,rep,name=episodes,proto3"`
	NextPageToken string     `protobuf:"bytes,2,opt,name=next_page_token,proto3"`
	TotalSize     int64      `protobuf:"varint,3,opt,name=total_size,proto3"`
}

type getRequest struct {
	ID uint64 `protobuf:"varint,1,opt,name=id,proto3"`
}

func (m *listRequest) Reset()          { *m = listRequest{} }
func (m *listRequest) String() string  { return fmt.Sprintf("%+v", *m) }
func (*listRequest) ProtoMessage()     {}
func (m *listResponse) Reset()         { *m = listResponse{} }
func (m *listResponse) String() string { return fmt.Sprintf("%+v", *m) }
func (*listResponse) ProtoMessage()    {}
func (m *episode) Reset()              { *m = episode{} }
func (m *episode) String() string      { return fmt.Sprintf("%+v", *m) }
func (*episode) ProtoMessage()         {}
func (m *getRequest) Reset()           { *m = getRequest{} }
func (m *getRequest) String() string   { return fmt.Sprintf("%+v", *m) }
func (*getRequest) ProtoMessage()      {}

const service = "episodes.v1.EpisodeService"

func main() {
	connection, err := net.Dial(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Println("dial:", err)
		os.Exit(1)
	}
	client := ttrpc.NewClient(connection)
	defer client.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()

	var ids []string
	token := ""
	for {
		var answer listResponse
		request := &listRequest{Query: os.Args[3], PageSize: 3, PageToken: token}
		if err := client.Call(ctx, service, "ListEpisodes", request, &answer); err != nil {
			fmt.Println("list:", err)
			os.Exit(1)
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
		go func() {
			defer group.Done()
			for call := 0; call < 40; call++ {
				var answer listResponse
				request := &listRequest{Query: os.Args[3], PageSize: 1000}
				err := client.Call(ctx, service, "ListEpisodes", request, &answer)
				if err == nil && len(answer.Episodes) == len(ids) {
					atomic.AddInt64(&answered, 1)
				}
			}
		}()
	}
	group.Wait()
	fmt.Printf("parallel %d ok\n", answered)

	var answer listResponse
	report := func(what string, err error) {
		code, _ := status.FromError(err)
		fmt.Printf("%s: %v\n", what, code.Code())
	}
	report("negative page_size",
		client.Call(ctx, service, "ListEpisodes", &listRequest{PageSize: -1}, &answer))
	report("unknown method", client.Call(ctx, service, "Nonsense", &listRequest{}, &answer))
	report("unknown id",
		client.Call(ctx, service, "GetEpisode", &getRequest{ID: 1 << 60}, &answer))
}
