import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { TestFile } from './upload.ts'

export interface HostileFile extends TestFile {
  what: string
  /** Describes what the server does with an attachment to make it harmless. */
  becomes: 'a picture made anew' | 'bytes to be saved' | 'text to be saved'
  why: string
}

const script = '<script>alert(document.domain)</script>'

/** Files whose content does not match their declared type, or contains more than that type. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const photo = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#2050a0' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' }, IFD0: { Artist: script } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const drawing = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#2050a0' } })
    .png()
    .toBuffer()
  return [
    {
      what: 'HTML that calls itself a PNG',
      name: 'innocent.png',
      type: 'image/png',
      bytes: Buffer.from(`<!doctype html><html>${script}</html>`),
      becomes: 'text to be saved',
      why: 'its type is told by its content, and only pictures are shown',
    },
    {
      what: 'SVG with a script',
      name: 'drawing.svg',
      type: 'image/svg+xml',
      bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`),
      becomes: 'text to be saved',
      why: 'a drawing that can run is sent as bytes',
    },
    {
      what: 'a PNG with a page behind its end',
      name: 'both.png',
      type: 'image/png',
      bytes: Buffer.concat([drawing, Buffer.from(script)]),
      becomes: 'a picture made anew',
      why: 'nothing but its pixels is kept',
    },
    {
      what: 'a PNG with a page in a comment',
      name: 'comment.png',
      type: 'image/png',
      bytes: Buffer.concat([
        drawing.subarray(0, 33),
        chunk('tEXt', Buffer.from(`Comment\0${script}`)),
        drawing.subarray(33),
      ]),
      becomes: 'a picture made anew',
      why: 'nothing but its pixels is kept',
    },
    {
      what: 'a script that begins as a GIF does',
      name: 'script.gif',
      type: 'image/gif',
      bytes: Buffer.from(`GIF89a/*${' '.repeat(30)}*/=1;alert(document.domain)`),
      becomes: 'bytes to be saved',
      why: 'it cannot be read as a picture',
    },
    {
      what: 'a PNG of ten thousand million pixels',
      name: 'bomb.png',
      type: 'image/png',
      bytes: png(100_000, 100_000, deflateSync(Buffer.alloc(1_000_000))),
      becomes: 'bytes to be saved',
      why: 'its pixels are more than are decoded',
    },
    {
      what: 'a PNG whose data swell a thousand times',
      name: 'swells.png',
      type: 'image/png',
      bytes: png(64, 64, deflateSync(Buffer.alloc(60_000_000))),
      becomes: 'a picture made anew',
      why: 'what is more than its pixels is not decoded',
    },
    {
      what: 'a PNG that is 100,000 pixels wide',
      name: 'wide.png',
      type: 'image/png',
      bytes: png(100_000, 1, deflateSync(Buffer.alloc(300_001))),
      becomes: 'a picture made anew',
      why: 'its pixels are counted, not its width',
    },
    {
      what: 'a JPEG that breaks off',
      name: 'half.jpg',
      type: 'image/jpeg',
      bytes: photo.subarray(0, photo.length - 200),
      becomes: 'bytes to be saved',
      why: 'it cannot be read to its end',
    },
    {
      what: 'a photograph with its position, lying on its side',
      name: 'photo.jpg',
      type: 'image/jpeg',
      bytes: photo,
      becomes: 'a picture made anew',
      why: 'it is turned upright, and nothing but its pixels is kept',
    },
    {
      what: 'a ZIP that calls itself a picture',
      name: 'archive.png',
      type: 'image/png',
      bytes: Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
      becomes: 'bytes to be saved',
      why: 'its type is told by its content',
    },
    {
      what: 'a PDF with a script',
      name: 'paper.pdf',
      type: 'application/pdf',
      bytes: Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n'),
      becomes: 'bytes to be saved',
      why: 'browsers are not told that it is one',
    },
  ]
}

function png(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}
