/** What the process for pictures is asked; paths are of this machine. */
export interface PictureJob {
  input: string
  /** An empty folder for what comes of it. */
  folder: string
  /** Pixels that its longer side keeps at most; null leaves it as large as it is. */
  within: number | null
  /** Widths besides its own; those that are no smaller than the picture are left out. */
  widths: readonly number[]
}

/** An upright picture without anything but its pixels: in its own size, and in smaller widths as WebP. */
export interface PreparedPicture {
  type: string
  width: number
  height: number
  path: string
  smaller: { width: number; path: string }[]
}

/** Null for what is no picture that can be shown, and why. */
export type PictureResult = { picture: PreparedPicture } | { picture: null; reason: string }
