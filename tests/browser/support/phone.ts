import type { Browser, Page } from '@playwright/test'
import type { ApiClient } from '../../support/api-client.ts'
import { signIn } from './team.ts'

type Touch = 'touchStart' | 'touchMove' | 'touchEnd'

export interface Phone {
  phone: Page
  /** Sends a touch event to the page. */
  touch: (type: Touch, x?: number, y?: number) => Promise<unknown>
}

/** Opens a phone-sized browser on which the person is signed in. */
export async function onPhone(browser: Browser, server: { url: string }, person: ApiClient): Promise<Phone> {
  const context = await browser.newContext({
    baseURL: server.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  await signIn(context, server, person)
  const phone = await context.newPage()
  const client = await context.newCDPSession(phone)
  const touch: Phone['touch'] = (type, x = 0, y = 0) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  return { phone, touch }
}
