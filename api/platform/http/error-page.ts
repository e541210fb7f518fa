import { html } from 'hono/html'
import { getTranslator, translateMessage } from '../locales.ts'

/** Returns an HTML page that shows the error in the given language. Browsers get this page when a form was rejected. */
export function renderErrorPage(message: string, language: string) {
  const { tag, t } = getTranslator(language)
  return html`<!doctype html>
    <html lang="${tag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Tandem</title>
      </head>
      <body style="font: 15px/1.5 system-ui, sans-serif; max-width: 22rem; margin: 20vh auto 0; padding: 0 1.5rem">
        <p>${translateMessage(language, message)}</p>
        <p><a href="/">${t('unsubscribe.open')}</a></p>
      </body>
    </html>`
}
