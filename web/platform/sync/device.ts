/** What an instance asks of the machine that it runs on. */
export interface Device {
  /** False only where the machine itself knows that it has no network. */
  isOnline(): boolean
  onOnline(listener: (isOnline: boolean) => void): void
  /** Called as the page is left, when what waits has to go at once. */
  onLeave(listener: () => void): void
}

/** A device that is always there, as in a test. */
export const steadyDevice: Device = {
  isOnline: () => true,
  onOnline: () => {},
  onLeave: () => {},
}
