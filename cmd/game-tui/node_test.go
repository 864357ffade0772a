package main

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// mainNode runs a NATS server of a cluster. Its arguments are its port, its cluster port, and the
// addresses of the others.
func mainNode() {
	port := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			panic(err)
		}
		return n
	}
	o := &server.Options{Host: "127.0.0.1", Port: port(os.Args[1]), NoSigs: true, NoLog: true, ServerName: "node" + os.Args[1],
		Cluster: server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: port(os.Args[2])}}
	for _, other := range os.Args[3:] {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: "127.0.0.1:" + other})
	}
	s, err := server.NewServer(o)
	if err != nil {
		panic(err)
	}
	s.Start()
	end := make(chan os.Signal, 1)
	signal.Notify(end, os.Interrupt, syscall.SIGTERM)
	<-end
	s.Shutdown()
}

// freePorts returns unused ports.
func freePorts(t *testing.T, n int) (ports []string) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, fmt.Sprint(l.Addr().(*net.TCPAddr).Port))
	}
	return ports
}
