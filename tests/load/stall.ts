/** The clock looks every 10 ms, which it counts as delay. */
const resolutionMs = 10

/** The longest that the event loop of a server stood still since it was asked last, in milliseconds, by the server's own clock. */
export async function longestStall(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const seconds = Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1])
  return Math.max(0, seconds * 1000 - resolutionMs)
}
