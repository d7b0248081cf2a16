// k6's gRPC client, which asks the server what it serves: k6 run -e ADDRESS=HOST:PORT calls.js
import grpc from "k6/net/grpc";
import { check } from "k6";

export const options = { vus: 10, iterations: 1000, thresholds: { checks: ["rate==1"] } };

const client = new grpc.Client();
let isConnected = false;

export default function () {
  if (!isConnected) {
    client.connect(__ENV.ADDRESS, { plaintext: true, reflect: true });
    isConnected = true;
  }
  const list = "episodes.v1.EpisodeService/ListEpisodes";
  const page = client.invoke(list, { page_size: 5, query: "introduction" });
  check(page, {
    "a page is OK": (answer) => answer && answer.status === grpc.StatusOK,
    "a page has five episodes": (answer) => answer.message.episodes.length === 5,
  });
  const refused = client.invoke(list, { page_size: -1 });
  check(refused, {
    "a bad field is refused": (answer) => answer.status === grpc.StatusInvalidArgument,
  });
}
