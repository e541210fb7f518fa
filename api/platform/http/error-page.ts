import { html } from 'hono/html'

/** Returns an HTML page that shows the error when a form was rejected. */
export function renderErrorPage(message: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Tandem</title>
      </head>
      <body style="font: 15px/1.5 system-ui, sans-serif; max-width: 22rem; margin: 20vh auto 0; padding: 0 1.5rem">
        <p>${message}</p>
        <p><a href="/">Back to Tandem</a></p>
      </body>
    </html>`
}
