import { afterAll, beforeAll, expect, test } from 'vitest'
import { boardPathAfterSignIn } from '#common/identity/sign-in/board-path.ts'
import { BrowserClient, extractEmailCode, waitForEmailTo } from '../../support/browser-client.ts'
import { type FakeGitHub, startFakeGitHub } from '../../support/git-hub.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

// These tests sign in through `/auth/spaces/`, the sign-in of public boards in Plane. It redirects back to
// the board.
let server: TestServer
let github: FakeGitHub

const password = 'violet-harbour-92-kite'
const next_path = '/issues/0f3c'
const board = '/spaces/issues/0f3c'
const placeOf = ({ to }: { to: URL }) => to.pathname + to.search
const errorOf = ({ to }: { to: URL }) => ({
  page: to.pathname,
  code: to.searchParams.get('error_code'),
  next: to.searchParams.get('next_path'),
})

beforeAll(async () => {
  github = await startFakeGitHub()
  server = await startTestServer({
    TRUSTED_PROXIES: '1',
    REACHABLE_NETWORKS: '127.0.0.1',
    ...github.settings,
  })
})
afterAll(async () => {
  await server.close()
  await github.close()
})

test('a reader signs up, out and in again, and is back on the board', async () => {
  const browser = new BrowserClient(server)
  const form = { email: 'rea@example.com', password, next_path }
  expect(placeOf(await browser.post('signUpToBoard', form))).toBe(board)
  expect(browser.isSignedIn).toBe(true)
  expect(placeOf(await browser.post('signOutOfBoard', { next_path }))).toBe(board)
  expect(browser.isSignedIn).toBe(false)
  // `next_path` may already start with `/spaces`, because Tandem's own pages send the whole path.
  expect(placeOf(await browser.post('signInToBoard', { ...form, next_path: board }))).toBe(board)
  expect(browser.isSignedIn).toBe(true)
})

test('errors lead to the page of the boards with their code and the board', async () => {
  const browser = new BrowserClient(server)
  const wrong = await browser.post('signInToBoard', {
    email: 'rea@example.com',
    password: 'wrong',
    next_path,
  })
  expect(errorOf(wrong)).toEqual({ page: '/spaces/', code: '5065', next: board })
  const weak = await browser.post('signUpToBoard', { email: 'new@example.com', password: 'abc', next_path })
  expect(errorOf(weak)).toEqual({ page: '/spaces/', code: '5021', next: board })
  const codeless = await browser.post('codeSignInToBoard', { email: 'rea@example.com', code: '', next_path })
  expect(errorOf(codeless)).toMatchObject({ page: '/spaces/', next: board })
  const google = await browser.send('enterBoardByProvider', {
    params: { provider: 'google' },
    query: { next_path },
  })
  expect(errorOf(google)).toMatchObject({ page: '/spaces/', next: board })
  expect(browser.isSignedIn).toBe(false)
})

test('a code from an email and a provider lead back to the board', async () => {
  const browser = new BrowserClient(server)
  const email = 'coda@example.com'
  const checked = await browser.send('checkBoardEmail', { json: { email } })
  expect(JSON.parse(checked.text)).toMatchObject({ existing: false })
  const asked = await browser.send('generateBoardCode', { json: { email } })
  expect(JSON.parse(asked.text)).toEqual({ key: `magic_${email}` })
  const code = extractEmailCode(await waitForEmailTo(server, email))
  expect(placeOf(await browser.post('codeSignUpToBoard', { email, code, next_path }))).toBe(board)
  expect(browser.isSignedIn).toBe(true)
  const other = new BrowserClient(server)
  const away = await other.send('enterBoardByProvider', {
    params: { provider: 'github' },
    query: { next_path },
  })
  const person = {
    id: 7,
    login: 'gita',
    name: 'Gita',
    emails: [{ email: 'gita@example.com', primary: true, verified: true }],
  }
  const query = Object.fromEntries(github.signIn(away.to, person).searchParams)
  const back = await other.send('returnToBoardFromProvider', { params: { provider: 'github' }, query })
  expect(placeOf(back)).toBe(board)
  expect(other.isSignedIn).toBe(true)
})

test('forms without the token of the page are refused', async () => {
  const browser = new BrowserClient(server)
  const body = new URLSearchParams({ email: 'rea@example.com', password })
  expect((await browser.send('signInToBoard', { body })).status).toBe(403)
  expect(browser.isSignedIn).toBe(false)
})

test('no path leaves the boards', () => {
  expect(boardPathAfterSignIn(undefined)).toBe('/spaces/')
  expect(boardPathAfterSignIn('//evil.example')).toBe('/spaces/')
  expect(boardPathAfterSignIn('/../acme')).toBe('/spaces/')
  expect(boardPathAfterSignIn('https://evil.example/issues/1')).toBe('/spaces/issues/1')
  expect(boardPathAfterSignIn(`/${'a'.repeat(498)}`)).toBe('/spaces/')
  expect(boardPathAfterSignIn('/spacesuit')).toBe('/spaces/spacesuit')
})
