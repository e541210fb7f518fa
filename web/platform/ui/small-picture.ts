import { openPictures, type PictureWidth } from '#common/documents/files/rules.ts'

/** The address of a picture that is shown small: of one that was sent here in a width that fits. */
export function smallPicture(src: string, width: PictureWidth): string {
  return src.startsWith(openPictures) ? `${src}?width=${width}` : src
}
