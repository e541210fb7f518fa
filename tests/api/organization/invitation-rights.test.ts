import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import {
  type ApiClient,
  createAnonymousClient,
  createSignedInUser,
  runSql,
} from '../../support/api-client.ts'
import { waitForEmailTo } from '../../support/browser-client.ts'
import { addMember, createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
})
afterAll(() => server.close())

const acme = { slug: 'acme' }
const sql = (statement: string, values: unknown[] = []) => runSql(server.databaseUrl, statement, values)

interface Link {
  params: { slug: string; invitation_id: string }
  token: string
}

function read(href: string): Link {
  const of = (name: string) => new URL(href).searchParams.get(name) ?? ''
  return { params: { slug: of('slug'), invitation_id: of('invitation_id') }, token: of('token') }
}

/** Creates an invitation. Returns its two links: the link in the response and the link in the email. */
async function invite(email: string, offered: number = role.member, who = cast.ann) {
  const { invitations } = await who.call('createInvitations', {
    params: acme,
    body: { emails: [{ email, role: offered }] },
  })
  const mailed = /https?:\/\/\S+/.exec(await waitForEmailTo(server, email))?.[0] ?? ''
  return { copied: read(invitations[0]?.invite_link ?? ''), mailed: read(mailed) }
}

async function openLink(offered: number = role.member): Promise<Link> {
  const { invite_link } = await cast.ann.call('createOpenInvitation', {
    params: acme,
    body: { role: offered },
  })
  return read(invite_link)
}

const accept = (who: ApiClient, { params, token }: Link) =>
  who.call('answerInvitation', { params, body: { token } })
const refuse = (who: ApiClient, { params, token }: Link) =>
  who.refused('answerInvitation', { params, body: { token } })
const opened = (who: ApiClient, { params, token }: Link) =>
  who.call('openInvitation', { params, query: { token } })
const roleIn = async (who: ApiClient) => (await who.call('getWorkspace', { params: acme })).role
const isOut = async (who: ApiClient) => (await who.refused('getWorkspace', { params: acme })).status === 404

async function membershipOf(person: ApiClient): Promise<string> {
  const members = await cast.ann.call('listWorkspaceMembers', { params: acme })
  return members.find(({ member }) => member.id === person.id)?.id ?? ''
}

/** Creates a user who invites others. The tests change the role of this user after the invitation. */
async function inviter(name: string, held: number = role.admin) {
  const person = await createSignedInUser(server, `${name}@example.com`)
  const member_id = await addMember(server, cast.workspace_id, person.id, held)
  return { person, params: { ...acme, member_id } }
}

describe('security 6, 36: the invited address', () => {
  test('is proven by the mailed link', async () => {
    const { mailed } = await invite('mia@example.com')
    const mia = await createSignedInUser(server, 'mia@example.com', { isVerified: false })
    expect(await opened(mia, mailed)).toMatchObject({ for_caller: true, is_proven: true, state: 'valid' })
    await accept(mia, mailed)
    expect(await roleIn(mia)).toBe(role.member)
  })

  test('is not proven by a copied link', async () => {
    const { copied } = await invite('cora@example.com')
    const cora = await createSignedInUser(server, 'cora@example.com', { isVerified: false })
    expect(await opened(cora, copied)).toMatchObject({ for_caller: true, is_proven: false })
    expect(await refuse(cora, copied)).toMatchObject({
      status: 403,
      error: 'Verify your email first: sign in with an email code.',
    })
    expect(await isOut(cora)).toBe(true)
    await sql('update users set is_email_verified = true where id = $1', [cora.id])
    await accept(cora, copied)
    expect(await roleIn(cora)).toBe(role.member)
  })

  test('is asked for with the mailed link as well', async () => {
    const { mailed } = await invite('nina@example.com')
    expect(await refuse(cast.eve, mailed)).toMatchObject({ status: 403 })
    expect(await isOut(cast.eve)).toBe(true)
  })

  test('is told to nobody by the token of the mail', async () => {
    const { copied, mailed } = await invite('otto@example.com')
    expect(mailed.token).not.toBe(copied.token)
    const { invite_link } = await cast.ann.call('createInvitationLink', { params: copied.params })
    expect(read(invite_link).token).not.toBe(mailed.token)
    const seen = [
      await cast.ann.call('listInvitations', { params: acme }),
      await sql('select * from workspace_invites'),
    ]
    for (const token of [copied.token, mailed.token]) expect(JSON.stringify(seen)).not.toContain(token)
    // Creating a new link to copy does not invalidate the link in the email.
    expect(await opened(createAnonymousClient(server), mailed)).toMatchObject({ state: 'valid' })
    expect(
      await createAnonymousClient(server).refused('openInvitation', {
        params: copied.params,
        query: { token: copied.token },
      }),
    ).toMatchObject({ status: 403 })
  })
})

describe('security 6: an invitation', () => {
  test('expires after fourteen days', async () => {
    const { copied, mailed } = await invite('rita@example.com')
    const rita = await createSignedInUser(server, 'rita@example.com')
    const [row] = await sql(
      `select expires_at - created_at = interval '14 days' or expires_at - now() between interval '13 days 23 hours' and interval '14 days' as fits
       from workspace_invites where email = 'rita@example.com'`,
    )
    expect(row).toEqual({ fits: true })
    await sql("update workspace_invites set expires_at = now() where email = 'rita@example.com'")
    for (const link of [copied, mailed]) {
      expect(await opened(rita, link)).toMatchObject({ state: 'expired' })
      expect(await refuse(rita, link)).toMatchObject({
        status: 400,
        error: 'This invitation has expired. Ask for a new one.',
      })
    }
    expect(await rita.call('listMyInvitations', {})).toEqual([])
    await rita.call('acceptMyInvitations', { body: { invitations: [copied.params.invitation_id] } })
    expect(await isOut(rita)).toBe(true)
    const listed = await cast.ann.call('listInvitations', { params: acme })
    expect(listed.find((one) => one.email === 'rita@example.com')).toMatchObject({ state: 'expired' })
    // A new link restarts the fourteen days during which the invitation is valid.
    const fresh = read((await cast.ann.call('createInvitationLink', { params: copied.params })).invite_link)
    await accept(rita, fresh)
    expect(await roleIn(rita)).toBe(role.member)
  })
})

describe('security 52, 62: an invitation', () => {
  test('shrinks with the role of its maker', async () => {
    const { person, params } = await inviter('shrink')
    const { copied } = await invite('sue@example.com', role.admin, person)
    const { copied: other } = await invite('sam@example.com', role.admin, person)
    const [sue, sam] = [
      await createSignedInUser(server, 'sue@example.com'),
      await createSignedInUser(server, 'sam@example.com'),
    ]
    await cast.ann.call('updateWorkspaceMember', { params, body: { role: role.member } })
    expect(await opened(sue, copied)).toMatchObject({ role: role.member, state: 'valid' })
    expect(await sue.call('listMyInvitations', {})).toMatchObject([{ role: role.member }])
    await accept(sue, copied)
    await sam.call('acceptMyInvitations', { body: { invitations: [other.params.invitation_id] } })
    expect([await roleIn(sue), await roleIn(sam)]).toEqual([role.member, role.member])
  })

  test('is void when its maker may invite nobody', async () => {
    const { person, params } = await inviter('void')
    const { copied, mailed } = await invite('vera@example.com', role.guest, person)
    const vera = await createSignedInUser(server, 'vera@example.com')
    await cast.ann.call('updateWorkspaceMember', { params, body: { role: role.guest } })
    for (const link of [copied, mailed]) {
      expect(await opened(vera, link)).toMatchObject({ state: 'void' })
      expect((await refuse(vera, link)).status).toBe(400)
    }
    expect(await vera.call('listMyInvitations', {})).toEqual([])
    expect((await vera.call('getSettings', {})).workspace.invites).toBe(0)
    await vera.call('acceptMyInvitations', { body: { invitations: [copied.params.invitation_id] } })
    expect(await isOut(vera)).toBe(true)
    // If a member creates a new link, the member becomes the inviter.
    const fresh = read((await cast.max.call('createInvitationLink', { params: copied.params })).invite_link)
    await accept(vera, fresh)
    expect(await roleIn(vera)).toBe(role.guest)
  })

  test('ends when its maker is removed or deactivated', async () => {
    const [gone, off] = [await inviter('gone'), await inviter('off')]
    const { copied: ofGone } = await invite('gina@example.com', role.member, gone.person)
    const { copied: ofOff } = await invite('olga@example.com', role.member, off.person)
    await cast.ann.call('removeWorkspaceMember', { params: gone.params })
    await sql('update users set is_active = false where id = $1', [off.person.id])
    const [gina, olga] = [
      await createSignedInUser(server, 'gina@example.com'),
      await createSignedInUser(server, 'olga@example.com'),
    ]
    expect((await refuse(gina, ofGone)).status).toBe(403)
    expect((await refuse(olga, ofOff)).status).toBe(400)
    expect([await isOut(gina), await isOut(olga)]).toEqual([true, true])
  })

  test('that another admin has taken on stays', async () => {
    const { person, params } = await inviter('first')
    const { copied } = await invite('tess@example.com', role.admin, person)
    await cast.ann.call('updateInvitation', { params: copied.params, body: { role: role.admin } })
    await cast.ann.call('removeWorkspaceMember', { params })
    const tess = await createSignedInUser(server, 'tess@example.com')
    await accept(tess, copied)
    expect(await roleIn(tess)).toBe(role.admin)
    await cast.ann.call('removeWorkspaceMember', {
      params: { ...acme, member_id: (await tess.call('getOwnWorkspaceMembership', { params: acme })).id },
    })
  })
})

describe('security 6: an open invitation', () => {
  test('lets in whoever has its link, one after the other', async () => {
    const link = await openLink()
    const people = [
      await createSignedInUser(server, 'uno@example.com', { isVerified: false }),
      await createSignedInUser(server, 'due@example.com'),
    ]
    expect(await opened(createAnonymousClient(server), link)).toMatchObject({
      is_open: true,
      email: '',
      for_caller: null,
      is_proven: true,
      role: role.member,
    })
    for (const person of people) {
      expect(await opened(person, link)).toMatchObject({ for_caller: true })
      expect(await accept(person, link)).toEqual({ message: 'Workspace Invitation Accepted' })
      expect(await roleIn(person)).toBe(role.member)
    }
    const declining = await createSignedInUser(server, 'tre@example.com')
    await declining.call('answerInvitation', {
      params: link.params,
      body: { token: link.token, accepted: false },
    })
    expect(await isOut(declining)).toBe(true)
    await accept(declining, link)
  })

  test('is shown as such, and without its token', async () => {
    const link = await openLink(role.guest)
    const listed = await cast.max.call('listInvitations', { params: acme })
    const own = listed.find((one) => one.id === link.params.invitation_id)
    expect(own).toMatchObject({
      is_open: true,
      email: '',
      role: role.guest,
      invited_by: cast.ann.id,
      state: 'valid',
    })
    expect(JSON.stringify(listed)).not.toContain(link.token)
    expect(listed.filter((one) => one.email !== '').every((one) => !one.is_open)).toBe(true)
  })

  test('is made and changed by admins, and makes none', async () => {
    const body = { role: role.member }
    expect((await cast.max.refused('createOpenInvitation', { params: acme, body })).status).toBe(403)
    expect((await cast.gus.refused('createOpenInvitation', { params: acme, body })).status).toBe(403)
    expect(
      await cast.ann.refused('createOpenInvitation', { params: acme, body: { role: role.admin } }),
    ).toMatchObject({ status: 400, fields: { role: ['An invite link can’t give the admin role.'] } })
    const { params } = await openLink(role.guest)
    for (const name of ['createInvitationLink', 'deleteInvitation'] as const)
      expect((await cast.max.refused(name, { params })).status).toBe(403)
    expect((await cast.max.refused('updateInvitation', { params, body })).status).toBe(403)
    expect((await cast.ann.refused('updateInvitation', { params, body: { role: role.admin } })).status).toBe(
      403,
    )
    expect(await cast.ann.call('updateInvitation', { params, body })).toMatchObject({ role: role.member })
  })

  test('stands on the right of an admin', async () => {
    const { person, params } = await inviter('former')
    const made = await person.call('createOpenInvitation', { params: acme, body: { role: role.member } })
    const link = read(made.invite_link)
    await cast.ann.call('updateWorkspaceMember', { params, body: { role: role.member } })
    const late = await createSignedInUser(server, 'tardy@example.com')
    expect(await opened(late, link)).toMatchObject({ state: 'void' })
    expect((await refuse(late, link)).status).toBe(400)
    expect(await isOut(late)).toBe(true)
  })

  test('lets nobody back in who was taken out, but who left', async () => {
    const link = await openLink()
    const person = await createSignedInUser(server, 'back@example.com')
    await accept(person, link)
    await person.call('leaveWorkspace', { params: acme })
    await accept(person, link)
    await cast.ann.call('removeWorkspaceMember', {
      params: { ...acme, member_id: await membershipOf(person) },
    })
    expect(await refuse(person, link)).toMatchObject({
      status: 403,
      error: 'You were removed from this workspace. Ask an admin to invite you by email.',
    })
    expect(await isOut(person)).toBe(true)
    const { mailed } = await invite('back@example.com')
    await accept(person, mailed)
    expect(await roleIn(person)).toBe(role.member)
  })

  test('of another workspace is not found', async () => {
    const { params } = await openLink(role.guest)
    const mixed = { ...params, slug: cast.eves }
    expect((await cast.eve.refused('deleteInvitation', { params: mixed })).status).toBe(404)
  })

  test('ends when it is taken back, expires or loses its maker', async () => {
    const late = await createSignedInUser(server, 'late@example.com')
    const back = await openLink()
    await cast.ann.call('deleteInvitation', { params: back.params })
    expect((await refuse(late, back)).status).toBe(403)
    const over = await openLink()
    await sql('update workspace_invites set expires_at = now() where id = $1', [over.params.invitation_id])
    expect((await refuse(late, over)).status).toBe(400)
    const { person, params } = await inviter('opener')
    const body = { role: role.member }
    const { invite_link } = await person.call('createOpenInvitation', { params: acme, body })
    await cast.ann.call('updateWorkspaceMember', { params, body: { role: role.guest } })
    expect((await refuse(late, read(invite_link))).status).toBe(400)
    expect(await isOut(late)).toBe(true)
  })

  test('raises nobody who is in already', async () => {
    const link = await openLink()
    await accept(cast.gus, link)
    expect(await roleIn(cast.gus)).toBe(role.guest)
  })
})
