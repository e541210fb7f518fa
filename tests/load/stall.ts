/** The event-loop monitor samples every 10 ms and includes this interval in the delay. */
const resolutionMs = 10

/**
 * Returns the longest time in milliseconds for which the event loop of a server was blocked since the last call. The
 * value comes from the metrics of the server.
 */
export async function readLongestEventLoopStall(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const seconds = Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1])
  return Math.max(0, seconds * 1000 - resolutionMs)
}
