import { expect, type Page } from '@playwright/test'
import { csrfField } from '#api/platform/http/csrf.ts'
import { calls } from '#common/calls.ts'
import { newId } from '#common/platform/ids.ts'
import { BrowserClient, extractEmailCode, waitForEmailTo } from '../../support/browser-client.ts'
import type { ServerProcess } from '../../support/server-process.ts'
import { expectAccessible } from '../support/axe.ts'
import { signUpOnPage } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

const password = 'violet-harbour-92-kite'
const someone = (name: string) => `${name}-${newId().slice(-8)}@example.com`

async function giveEmail(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
}

async function signUp(page: Page, email: string): Promise<void> {
  await giveEmail(page, '/sign-up', email)
  await page.getByLabel('Choose a password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/onboarding')
}

/** Creates an account with the password. Its owner has not completed onboarding. */
async function createAccount(server: ServerProcess, email: string): Promise<void> {
  const { to } = await new BrowserClient(server).post('signUp', { email, password })
  expect(to.pathname).toBe('/onboarding')
}

test('a new user reaches a workspace by keyboard alone', async ({ ann: page }) => {
  const { keyboard } = page
  const slug = `acme-${newId().slice(-8)}`
  await page.goto('/sign-up')
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await keyboard.type(someone('ann'))
  await keyboard.press('Enter')
  await expect(page.getByLabel('Choose a password')).toBeFocused()
  await keyboard.type('password1')
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Very weak')
  await keyboard.press('Enter')
  await expect(page.getByText('This password is too easy to guess.')).toBeVisible()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type(password)
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Very strong')
  await keyboard.press('Enter')
  await expect(page.getByLabel('First name')).toBeFocused()
  await keyboard.type('Ann')
  await keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await keyboard.type(slug)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Invite your team' })).toBeVisible()
  // After a reload, the page still shows the same step of the sign-in.
  await page.reload()
  await page.getByRole('button', { name: 'Skip for now' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Start with a sample project?' })).toBeVisible()
  await page.getByRole('button', { name: 'Start with an empty workspace' }).press('Enter')
  await expect(page).toHaveURL(`/${slug}`)
  await expect(page.getByText('Ann').first()).toBeVisible()
})

test('a wrong password is reported at its field', async ({ ann: page, server }) => {
  const email = someone('ann')
  await createAccount(server, email)
  await giveEmail(page, '/?next_path=%2Fonboarding%3Ffrom%3Dlink', email)
  await page.getByLabel('Password', { exact: true }).fill('wrong-one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Wrong email or password.')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/onboarding?from=link')
})

test('too many wrong passwords show when to try again', async ({ ann: page, server }) => {
  const email = someone('ann')
  await createAccount(server, email)
  // Only the last guess is typed, because each typed guess loads the page again.
  const { request } = page.context()
  for (let guess = 0; guess < 20; guess++) {
    const { csrf_token } = await (await request.get(calls.getCsrfToken.path)).json()
    const form = { [csrfField]: csrf_token, email, password: `wrong-${guess}` }
    await request.post(calls.signIn.path, { form, headers: { origin: server.url }, maxRedirects: 0 })
  }
  await giveEmail(page, '/', email)
  await page.getByLabel('Password', { exact: true }).fill('wrong-20')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Too many attempts\. Try again in (9|10) minutes\./)).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('a code signs in instead of the password', async ({ ann: page, server }) => {
  const email = someone('ann')
  await createAccount(server, email)
  await giveEmail(page, '/', email)
  await page.getByRole('button', { name: 'Use a code instead' }).click()
  await expect(page.getByText('saved in the outbox folder')).toBeVisible()
  const code = extractEmailCode(await waitForEmailTo(server, email))
  await page.getByLabel('Code').fill(code === '555555' ? '555556' : '555555')
  await expect(page.getByText('Wrong code.')).toBeVisible()
  await page.getByLabel('Code').pressSequentially(code)
  await expect(page).toHaveURL('/onboarding')
})

test('a forgotten password is replaced with the link', async ({ ann: page, server }) => {
  const email = someone('ann')
  await createAccount(server, email)
  await giveEmail(page, '/', email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible()
  const link = /https?:\/\/\S+/.exec(await waitForEmailTo(server, email))?.[0] ?? ''
  await page.goto(link)
  await page.getByLabel('Choose a password').fill('amber-lantern-17-fog')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed.')).toBeVisible()
  await page.goto(link)
  await page.getByLabel('Choose a password').fill('amber-lantern-17-fog')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This link was already used')).toBeVisible()
  await giveEmail(page, '/', email)
  await page.getByLabel('Password', { exact: true }).fill('amber-lantern-17-fog')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/onboarding')
})

test('a signed-in user is redirected from the sign-in screen', async ({ ann: page, server }) => {
  await signUpOnPage(server, page, 'Ann')
  await page.goto('/')
  await expect(page).toHaveURL('/create-workspace')
  await page.goto('/sign-up?next_path=%2Finvitations')
  await expect(page).toHaveURL('/invitations')
})

test('security 46: signing out clears local data', async ({ ann: page }) => {
  await signUp(page, someone('ann'))
  await expect(page.getByLabel('First name')).toBeVisible()
  await page.evaluate(async () => {
    localStorage.setItem('theme', 'dark')
    const opening = indexedDB.open('tandem-document:somebody:page')
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    opening.result.close()
  })
  await page.getByRole('button', { name: /^Sign out/ }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  const left = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
  }))
  // Signing out deletes all stored data except the language, so that the sign-in screen keeps its language.
  expect(left).toEqual({ local: ['language'], session: 0, databases: 0 })
  await page.goBack()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await expect(page.getByLabel('First name')).toBeHidden()
})

test('screens without a session are accessible and fit on a phone', async ({ ann: page }) => {
  const desktop = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const [name, path, heading] of [
    ['sign-in', '/', /Sign in to Tandem|Welcome to Tandem/],
    ['sign-up', '/sign-up', /Create your account|Welcome to Tandem/],
    ['forgotten password', '/accounts/forgot-password', 'Forgot your password?'],
    ['reset', '/accounts/reset-password?uidb64=x&token=y&email=a%40example.com', 'Choose a new password'],
    ['lost link', '/accounts/reset-password?error_code=5125', 'Choose a new password'],
  ] as const) {
    await page.setViewportSize(desktop)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading }), name).toBeVisible()
    await expectAccessible(page, { name })
    await page.setViewportSize({ width: 360, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(360)
  }
})

test('the steps of onboarding are accessible', async ({ ann: page }) => {
  await signUp(page, someone('ann'))
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByLabel('First name')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByLabel('First name').fill('Ann')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
