/** A request to the image process. Paths are local. */
export interface PictureJob {
  input: string
  /** An empty folder for the results. */
  folder: string
  /** Maximum pixels of the longer side; null keeps the size. */
  within: number | null
  /** Additional widths. Those that are not smaller than the picture are skipped. */
  widths: readonly number[]
}

/** A rotated picture without metadata, in its own size and in smaller widths as WebP. */
export interface PreparedPicture {
  type: string
  width: number
  height: number
  path: string
  smaller: { width: number; path: string }[]
}

/** `picture` is null if the file cannot be shown. `reason` then explains why. */
export type PictureResult = { picture: PreparedPicture } | { picture: null; reason: string }
