import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { LanguageSelect } from '../../platform/person/LanguageSelect.tsx'
import { chooseLanguage } from '../../platform/person/language.ts'
import { Logo } from '../../platform/ui/Logo.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useDocumentTitle } from '../../platform/ui/use-document-title.ts'
import { TandemDrawing } from './TandemDrawing.tsx'

interface AuthPageProps {
  title: ReactNode
  text?: ReactNode
  children: ReactNode
  /** A link below the form. For example, the sign-in form links to the sign-up form. */
  footer?: ReactNode
  wide?: boolean
}

/** Page layout of all sign-in and onboarding forms: logo, title and form. */
export function AuthPage({ title, text, children, footer, wide }: AuthPageProps) {
  const { t } = useTranslation()
  useDocumentTitle(typeof title === 'string' ? title : undefined)
  return (
    <main className="relative isolate flex min-h-dvh flex-col items-center overflow-x-clip px-5 pt-[max(--spacing(10),6dvh)] pb-10 sm:pt-[max(--spacing(10),14dvh)]">
      <BackgroundLogo />
      <TandemDrawing />
      <div className={wide ? 'w-full max-w-120' : 'w-full max-w-84'}>
        <Logo tile size={40} />
        <h1 className="mt-6 text-2xl font-strong tracking-[-0.02em] text-balance">{title}</h1>
        {text && <p className="mt-1.5 text-doc text-pretty text-soft">{text}</p>}
        <div className="mt-7">{children}</div>
        {footer && <div className="mt-6 text-soft">{footer}</div>}
      </div>
      <div className="mt-auto pt-10">
        <LanguageSelect
          size="sm"
          label={t('shell.language.label')}
          onChange={(language) =>
            void chooseLanguage(language).catch(() => toast.error(t('shell.language.failed')))
          }
        />
      </div>
    </main>
  )
}

/** The logo as a large background, centered so that the form covers the overlap of its rings. */
function BackgroundLogo() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      fill="none"
      stroke="var(--line)"
      className="pointer-events-none fixed top-1/2 left-1/2 -z-1 size-[max(337.5rem,240vmax)] -translate-1/2"
    >
      <circle cx="5.4" cy="8" r="3.6" vectorEffect="non-scaling-stroke" />
      <circle cx="10.6" cy="8" r="3.6" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
