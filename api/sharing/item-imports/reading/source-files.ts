import type { SourceFile } from './source-item.ts'

/**
 * Reads the attachments in a cell of a table. Jira writes `date;author;name;address`, ClickUp writes a JSON list, and
 * other programs write addresses or paths that are separated by commas or line breaks.
 */
export function readFiles(cell: string): SourceFile[] {
  const jira = /^[^;]*;[^;]*;([^;]*);(https?:\/\/\S+)$/.exec(cell)
  if (jira) return [fileAt(jira[2] ?? '', jira[1])]
  const list = /^\[\s*[{\]]/.test(cell) ? listIn(cell) : null
  if (list !== null)
    return list.flatMap((one) => {
      const url = stringIn(one, 'url')
      return url === '' ? [] : [fileAt(url, stringIn(one, 'title') || stringIn(one, 'name'))]
    })
  return cell
    .split(/[\n,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => fileAt(part))
}

/** Returns an attachment. `address` is a web address or the path of a file in the archive. */
export function fileAt(address: string, title: string | null = null): SourceFile {
  const isWeb = /^https?:\/\//i.test(address)
  const path = isWeb ? pathOf(address) : address
  const name = title?.trim() || decoded(path.split('/').at(-1) ?? '') || 'file'
  return { name, path: isWeb ? null : address, url: isWeb ? address : null }
}

/**
 * Returns a text that identifies the attachment in every export of its source. Some programs sign the addresses of
 * attachments again at each export, so a signature is no part of the text.
 */
export function fileIdentity({ id, url, path }: SourceFile): string {
  if (id !== undefined && id !== '') return `id ${id}`
  return url === null ? `${path}` : withoutSignature(url)
}

/** Parameters with which Amazon, Google and GitHub sign an address, and limit the time for which it is valid. */
const signatureNames =
  /^(x-(amz|goog)-.*|awsaccesskeyid|googleaccessid|signature|expires|policy|key-pair-id|jwt|sig)$/i
/** Parameters of addresses that Azure signs. Other programs use these short names for other purposes. */
const azureNames = /^(s[eptvr]|spr|sk[a-z]+)$/i
const signedNames = /^(x-(amz|goog)-signature|signature|sig|jwt)$/i

export function withoutSignature(address: string): string {
  const url = URL.parse(address)
  const parameters = [...(url?.searchParams ?? [])]
  if (url === null || !parameters.some(([name]) => signedNames.test(name))) return address
  const isAzure = parameters.some(([name]) => name.toLowerCase() === 'sig')
  const others = parameters.filter(
    ([name]) => !signatureNames.test(name) && !(isAzure && azureNames.test(name)),
  )
  url.search = new URLSearchParams(others).toString()
  return url.href
}

function pathOf(address: string): string {
  return URL.parse(address)?.pathname ?? ''
}

/** Decodes characters such as `%20`. Returns a text that contains no valid codes unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function listIn(cell: string): object[] | null {
  try {
    const list: unknown = JSON.parse(cell)
    return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : null
  } catch {
    return null
  }
}

function stringIn(row: object, name: string): string {
  const value: unknown = Reflect.get(row, name)
  return typeof value === 'string' ? value : ''
}
