/** The features of the device that a sync instance uses. */
export interface Device {
  /** False only if the device itself knows that it has no network. */
  isOnline(): boolean
  onOnline(listener: (isOnline: boolean) => void): void
  /**
   * Registers a listener that is called when the user leaves the page and pending changes must be sent
   * immediately.
   */
  onLeave(listener: () => void): void
}

/** A device that is always online, for tests. */
export const alwaysOnlineDevice: Device = {
  isOnline: () => true,
  onOnline: () => {},
  onLeave: () => {},
}
