import { join } from 'node:path'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { PictureProcessingJob, PictureProcessingResult, ProcessedPicture } from './job.ts'

/*
 * This file runs in a separate process, because it parses untrusted files and needs memory that is freed only
 * when the process ends. The process knows no secrets and no addresses, and it may be killed.
 */

sharp.cache(false)
sharp.concurrency(1)
// Allow only the picture formats that Tandem shows, of the many formats that libvips reads.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})

/** Maximum decoded pixels of all frames together, about 200 MB. */
const mostPixels = 50_000_000

process.on('message', ({ id, job }: { id: number; job: PictureProcessingJob }) => {
  void answer(job).then((result) => process.send?.({ id, result }))
})
process.on('disconnect', () => process.exit())

async function answer(job: PictureProcessingJob): Promise<PictureProcessingResult> {
  try {
    return { picture: await prepare(job) }
  } catch (error) {
    return { picture: null, reason: error instanceof Error ? error.message : String(error) }
  }
}

async function prepare({ input, folder, within, widths }: PictureProcessingJob): Promise<ProcessedPicture> {
  const options: SharpOptions = { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true }
  const { format, pages = 1 } = await sharp(input, options).metadata()
  const isMoving = pages > 1 && within === null
  const open = () => sharp(input, { ...options, ...(isMoving && { animated: true }) }).autoOrient()
  const path = join(folder, 'own')
  const size = within ?? undefined
  const own =
    size === undefined
      ? open()
      : open().resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
  const { info, type } = await encode(own, within === null ? format : 'webp', path)
  const [width, height] = [info.width, info.pageHeight ?? info.height]
  const smaller = []
  for (const each of widths.filter((one) => one < width)) {
    const to = join(folder, String(each))
    await open().resize({ width: each }).webp({ quality: 80 }).toFile(to)
    smaller.push({ width: each, path: to })
  }
  return { type, width, height, path, smaller }
}

/**
 * Writes the picture in its own format. In another format, drawings would lose sharpness, or files of
 * photographs would be larger. Metadata is removed by default, and colors become sRGB.
 */
async function encode(picture: Sharp, format: string | undefined, path: string) {
  switch (format) {
    case 'jpeg':
      return { type: 'image/jpeg', info: await picture.jpeg({ quality: 90 }).toFile(path) }
    case 'png':
      return { type: 'image/png', info: await picture.png().toFile(path) }
    case 'gif':
      return { type: 'image/gif', info: await picture.gif().toFile(path) }
    case 'webp':
      return { type: 'image/webp', info: await picture.webp({ quality: 90 }).toFile(path) }
    default:
      throw new Error(`pictures of the format ${format} are not shown`)
  }
}
