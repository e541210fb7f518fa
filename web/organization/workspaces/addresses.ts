import { type Role, role } from '#common/platform/roles.ts'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'

export interface Invitee {
  key: string
  email: string
  role: Role
}

let inviteeCount = 0

export function emptyInvitee(offered: Role = role.member, email = ''): Invitee {
  return { key: `invitee-${++inviteeCount}`, email, role: offered }
}

/** Extracts email addresses from text in the formats of mail programs and spreadsheets: `Ann <ann@example.com>, max@example.com`. */
export function parseEmailAddresses(text: string): string[] {
  const words = text.split(/[\s,;<>"]+/).map(normalizeEmail)
  return [...new Set(words.filter(isEmail))]
}

/** Returns the rows after a paste: each address gets a row, with the role of the row that received the paste. */
export function addPastedInvitees(rows: readonly Invitee[], key: string, emails: string[]): Invitee[] {
  const known = new Set(rows.filter((row) => row.key !== key).map((row) => normalizeEmail(row.email)))
  return rows.flatMap((row) => {
    if (row.key !== key) return [row]
    const [first, ...rest] = emails.filter((email) => !known.has(email))
    if (first === undefined) return [row]
    return [{ ...row, email: first }, ...rest.map((email) => emptyInvitee(row.role, email))]
  })
}
