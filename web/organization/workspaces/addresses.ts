import { type Role, role } from '#common/platform/roles.ts'
import { isEmail, normalEmail } from '#common/platform/text.ts'

export interface Invitee {
  key: string
  email: string
  role: Role
}

let made = 0

export function emptyInvitee(offered: Role = role.member, email = ''): Invitee {
  return { key: `invitee-${++made}`, email, role: offered }
}

/** The addresses in a pasted text, as mail programs and spreadsheets write them: `Ann <ann@example.com>, max@example.com`. */
export function addressesIn(text: string): string[] {
  const words = text.split(/[\s,;<>"]+/).map(normalEmail)
  return [...new Set(words.filter(isEmail))]
}

/** The rows after a paste into one of them: each address has a row, in the role of the row it was pasted into. */
export function withPasted(rows: readonly Invitee[], key: string, emails: string[]): Invitee[] {
  const known = new Set(rows.filter((row) => row.key !== key).map((row) => normalEmail(row.email)))
  return rows.flatMap((row) => {
    if (row.key !== key) return [row]
    const [first, ...rest] = emails.filter((email) => !known.has(email))
    if (first === undefined) return [row]
    return [{ ...row, email: first }, ...rest.map((email) => emptyInvitee(row.role, email))]
  })
}
