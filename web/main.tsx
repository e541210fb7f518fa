import '@fontsource-variable/inter'
import './platform/styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { TranslationProvider } from './locales/i18n.ts'
import { initializeLanguage } from './locales/language.ts'
import { watchTheme } from './platform/ui/theme.ts'
import { createRouter } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
watchTheme()
await initializeLanguage()
createRoot(root).render(
  <StrictMode>
    <TranslationProvider>{await firstScreen()}</TranslationProvider>
  </StrictMode>,
)

async function firstScreen() {
  if (import.meta.env.DEV && location.pathname === '/ui') {
    const { ComponentGallery } = await import('./platform/gallery/ComponentGallery.tsx')
    return <ComponentGallery />
  }
  return <RouterProvider router={createRouter()} />
}
