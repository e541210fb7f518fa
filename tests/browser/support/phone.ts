import type { Browser, Page } from '@playwright/test'
import type { ApiClient } from '../../support/api-client.ts'
import { signIn } from './team.ts'

type Touch = 'touchStart' | 'touchMove' | 'touchEnd'

export interface PhoneBrowser {
  phone: Page
  /** Sends a touch event to the page. */
  touch: (type: Touch, x?: number, y?: number) => Promise<unknown>
}

/** Opens a phone-sized browser on which the person is signed in. */
export async function openPhoneBrowser(
  browser: Browser,
  server: { url: string },
  person: ApiClient,
): Promise<PhoneBrowser> {
  const context = await browser.newContext({
    baseURL: server.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  await signIn(context, server, person)
  const phone = await context.newPage()
  const client = await context.newCDPSession(phone)
  const touch: PhoneBrowser['touch'] = (type, x = 0, y = 0) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  return { phone, touch }
}
