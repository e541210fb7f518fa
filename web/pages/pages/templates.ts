import type { PageRow } from '#common/pages/pages/schema.ts'
import { type PageAppearance, parsePageAppearance } from '#common/pages/pages/style.ts'
import { emojiLogo } from '#common/platform/logo.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { maxWorkItemNameLength } from '#common/work/work-items/rules.ts'
import { t } from '../../locales/i18n.ts'
import { callForContainer } from '../../platform/app/call-for-container.ts'
import { request, tables } from '../../platform/app/sync.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { toast } from '../../platform/ui/toast.ts'
import { createTemplate, emptyTemplate, loadTemplateDescription } from '../../work/work-items/templates.ts'

/** Built-in page templates with their emoji. Their texts are Markdown in the language file. */
export const builtInTemplateEmojis = {
  meeting: '🗓',
  decision: '⚖',
  brief: '🧭',
  retrospective: '🔁',
  spec: '📐',
} as const
export type BuiltInTemplate = keyof typeof builtInTemplateEmojis

/** Initial content of a page. */
export interface PageTemplateContent {
  name: string
  logo_props: LogoProps
  label_ids: string[]
  appearance: Partial<PageAppearance>
  html: string
}

/**
 * Loads a template by id, or a built-in one by name. If a request fails, shows an error and returns null. Returns
 * null without an error if there is no such template.
 */
export async function loadTemplateContent(chosen: string): Promise<PageTemplateContent | null> {
  try {
    const row = tables.work_item_templates.get(chosen)
    if (row !== undefined) {
      const html = await loadTemplateDescription(row)
      // Labels that have been deleted since the template was saved are left out.
      const label_ids = row.label_ids.filter((id) => tables.labels.get(id) !== undefined)
      return {
        name: row.title,
        logo_props: row.logo_props,
        label_ids,
        appearance: parsePageAppearance(row.view_props),
        html,
      }
    }
    if (!isBuiltIn(chosen)) return null
    const { templateMarkdownToHtml } = await import('./template-html.ts')
    const html = templateMarkdownToHtml(t(`pages.builtIn.${chosen}.text`))
    const name = t(`pages.builtIn.${chosen}.name`)
    return { name, logo_props: builtInTemplateLogo(chosen), label_ids: [], appearance: {}, html }
  } catch (error) {
    if (!(error instanceof RequestError) && !(error instanceof TypeError)) throw error
    toast.error(t('templates.notRead'), { text: t('shell.refusedServer') })
    return null
  }
}

export function builtInTemplateLogo(name: BuiltInTemplate): LogoProps {
  return emojiLogo(builtInTemplateEmojis[name])
}

function isBuiltIn(name: string): name is BuiltInTemplate {
  return name in builtInTemplateEmojis
}

/** Saves the current text, title, icon, labels and appearance of a page as a template. */
export async function savePageAsTemplate(
  page: PageRow,
  projectId: string | null,
  slug: string,
): Promise<void> {
  try {
    const { description_html, name, logo_props, label_ids, view_props } = await request(
      callForContainer(projectId, 'getPage'),
      { params: { slug, project_id: projectId ?? '', page_id: page.id } },
    )
    const title = name.slice(0, maxWorkItemNameLength)
    const fields = {
      ...emptyTemplate,
      name: title.trim() || t('pages.untitled'),
      title,
      logo_props,
      label_ids,
      view_props: parsePageAppearance(view_props),
    }
    await createTemplate(projectId, fields, description_html, 'page')
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    toast.error(t('templates.notSaved'), { text: t('shell.refusedServer') })
  }
}
