// A server on containerd's own ttrpc library that answers ListEpisodes with the same bytes always:
// go-ttrpc PORT MESSAGE_FILE
package main

import (
	"context"
	"fmt"
	"net"
	"os"

	"github.com/containerd/ttrpc"
)

// message is bytes that are their own encoding.
type message struct{ bytes []byte }

func (m *message) Reset()                   { m.bytes = nil }
func (m *message) String() string           { return fmt.Sprintf("%d bytes", len(m.bytes)) }
func (*message) ProtoMessage()              {}
func (m *message) Marshal() ([]byte, error) { return m.bytes, nil }
func (m *message) Unmarshal(b []byte) error {
	m.bytes = b
	return nil
}

func serve(port, path string) error {
	bytes, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	server, err := ttrpc.NewServer()
	if err != nil {
		return err
	}
	list := func(ctx context.Context, decode func(interface{}) error) (interface{}, error) {
		var request message
		if err := decode(&request); err != nil {
			return nil, err
		}
		return &message{bytes}, nil
	}
	server.Register("episodes.v1.EpisodeService", map[string]ttrpc.Method{"ListEpisodes": list})
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		return err
	}
	return server.Serve(context.Background(), listener)
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: go-ttrpc PORT MESSAGE_FILE")
		os.Exit(2)
	}
	if err := serve(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "go-ttrpc:", err)
		os.Exit(1)
	}
}
