/**
 * Thrown when a request to the forge fails. `isFinal` is true if a retry would fail again until somebody
 * changes something, such as the token.
 */
export class ForgeRequestError extends Error {
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}
