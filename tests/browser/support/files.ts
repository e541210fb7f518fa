import type { JSHandle, Page } from '@playwright/test'
import sharp from 'sharp'

export interface LocalFile {
  name: string
  mimeType: string
  buffer: Buffer
  /** Number of zero bytes that the browser appends, because sending a large file to the browser is slow. */
  zeros?: number
}

/** Creates a JPEG picture that is filled with this color. */
export async function createJpegFile(name: string, background: string, width = 1600): Promise<LocalFile> {
  const buffer = await sharp({ create: { width, height: Math.round(width * 0.75), channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Creates a file that is larger than the limit for uploads. */
export function tooLargeFile(name: string, mimeType: string): LocalFile {
  return { name, mimeType, buffer: Buffer.alloc(0), zeros: 27_000_000 }
}

export function textFile(name: string, text: string): LocalFile {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
}

/** Creates a PDF of two pages with one line each. */
export function pdfFile(name: string): LocalFile {
  const page = (contents: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${contents} 0 R/Resources<</Font<</F 7 0 R>>>>>>`
  const stream = (text: string) => {
    const drawn = `BT /F 36 Tf 72 720 Td (${text}) Tj ET`
    return `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`
  }
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>',
    page(5),
    page(6),
    stream('First page'),
    stream('Second page'),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj${object}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text + table + end) }
}

/**
 * Simulates that files from the desktop are dropped on the center of the visible part of an element. With other
 * `events`, the files can also only hover over the element.
 */
export async function dropFiles(
  page: Page,
  selector: string,
  files: readonly LocalFile[],
  events: readonly string[] = ['dragenter', 'dragover', 'drop'],
): Promise<void> {
  const data = await createTransfer(page, files)
  for (const type of events) await page.dispatchEvent(selector, type, { dataTransfer: data })
}

/** Creates the files in the browser, in a `DataTransfer` for a drop, a paste or a file input. */
export function createTransfer(page: Page, files: readonly LocalFile[]): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(
    (sent) => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, content, zeros } of sent) {
        const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
        transfer.items.add(new File([bytes, new Uint8Array(zeros)], name, { type: mimeType }))
      }
      return transfer
    },
    files.map(({ name, mimeType, buffer, zeros = 0 }) => ({
      ...{ name, mimeType, zeros },
      content: buffer.toString('base64'),
    })),
  )
}
