/** A request to the image process. Paths refer to local files. */
export interface PictureProcessingJob {
  input: string
  /** Path of an empty folder in which the results are stored. */
  folder: string
  /** Maximum pixels of the longer side of the picture. If null, the picture keeps its size. */
  within: number | null
  /** Additional widths in pixels. Widths that are not smaller than the picture are skipped. */
  widths: readonly number[]
}

/** The processed picture: rotated, without metadata, in its own size and in smaller widths as WebP. */
export interface ProcessedPicture {
  type: string
  width: number
  height: number
  path: string
  smaller: { width: number; path: string }[]
}

/** `picture` is null if the file cannot be shown as a picture. `reason` then explains why. */
export type PictureProcessingResult = { picture: ProcessedPicture } | { picture: null; reason: string }
