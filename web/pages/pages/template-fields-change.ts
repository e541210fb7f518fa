import type { Doc } from 'yjs'
import { getDocumentTitle, setDocumentTitle } from '#common/documents/content/title.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { type PageAppearance, parsePageAppearance } from '#common/pages/pages/style.ts'
import { createTitleHeading } from '../../documents/editor/create-title-heading.ts'
import { fileExists } from '../../documents/files/pictures.ts'
import { t } from '../../locales/i18n.ts'
import { callForContainer } from '../../platform/app/call-for-container.ts'
import { mutate, store, tables } from '../../platform/app/sync.ts'
import { isSameJson } from '../../platform/sync/is-same-json.ts'
import { type Mutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { pageCallParams, projectIdOfPage } from './actions.ts'
import { pageRightsAtom } from './atoms.ts'
import type { LinkedFieldsChange } from './fill-page.ts'
import type { PageTemplateContent } from './templates.ts'

/** Fields of a page other than its title and text. */
type TemplateFields = Pick<PageRow, 'logo_props' | 'label_ids'> & PageAppearance

const emptyFields: TemplateFields = { logo_props: {}, label_ids: [], ...parsePageAppearance({}) }

/**
 * Returns the change that applies a template's title, icon, labels and appearance to a page, without
 * overwriting existing values. Undo resets fields that still have the template's values. The title is stored in
 * the document, and all other fields are stored in the row of the page.
 */
export async function createTemplateFieldsChange(
  { id }: PageRow,
  doc: Doc,
  content: PageTemplateContent,
): Promise<LinkedFieldsChange> {
  const { name, appearance, logo_props, label_ids } = content
  // If the cover no longer exists, it is left out, because the server would reject the whole change.
  const isCovered = appearance.cover != null && (await fileExists(appearance.cover))
  const wanted: TemplateFields = {
    ...emptyFields,
    logo_props,
    label_ids,
    ...appearance,
    ...(!isCovered && { cover: null }),
  }
  let title = ''
  let applied: (keyof TemplateFields)[] = []
  return {
    done: (isUndoneWithText) => {
      const page = tables.pages.get(id)
      if (!page || !store.get(pageRightsAtom(id)).rename) return
      const own = fieldsOf(page)
      applied = namesOf(own).filter(
        (of) => isSameJson(own[of], emptyFields[of]) && !isSameJson(wanted[of], emptyFields[of]),
      )
      title = getDocumentTitle(doc) === '' ? name : ''
      if (isUndoneWithText) {
        if (title !== '') {
          createTitleHeading(doc)
          setDocumentTitle(doc, title)
        }
        applyFields(page, wanted, applied)
      } else applyWithUndo(page, wanted, applied, title)
    },
    undone: () => {
      const page = tables.pages.get(id)
      const isUntitled = title !== '' && getDocumentTitle(doc) === title
      if (isUntitled) setDocumentTitle(doc, '')
      if (!page) return
      const own = fieldsOf(page)
      const unchanged = applied.filter((of) => isSameJson(own[of], wanted[of]))
      // The name is reset explicitly, because an empty document title does not change the page's name.
      applyFields(page, emptyFields, unchanged, isUntitled ? '' : undefined)
    },
  }
}

function fieldsOf({ logo_props, label_ids, view_props }: PageRow): TemplateFields {
  return { logo_props, label_ids, ...parsePageAppearance(view_props) }
}

function namesOf(own: TemplateFields): (keyof TemplateFields)[] {
  return Object.keys(own) as (keyof TemplateFields)[]
}

function fieldsUpdate(
  page: PageRow,
  from: TemplateFields,
  names: (keyof TemplateFields)[],
  name?: string,
): Mutation<'updatePage'> {
  const { logo_props, label_ids, ...appearance }: Partial<TemplateFields> = Object.fromEntries(
    names.map((of) => [of, from[of]]),
  )
  const view_props = Object.keys(appearance).length === 0 ? undefined : appearance
  const fields = {
    ...(name !== undefined && { name }),
    ...(logo_props && { logo_props }),
    ...(label_ids && { label_ids }),
  }
  return {
    call: callForContainer(projectIdOfPage(page), 'updatePage'),
    input: { params: pageCallParams(page), body: { ...fields, ...(view_props && { view_props }) } },
    changes: [
      {
        entity: 'pages',
        id: page.id,
        op: 'update',
        fields: { ...fields, ...(view_props && { view_props: { ...page.view_props, ...view_props } }) },
      },
    ],
    answerTable: 'pages',
    queueKey: page.id,
  }
}

function applyFields(
  page: PageRow,
  from: TemplateFields,
  names: (keyof TemplateFields)[],
  name?: string,
): void {
  if (names.length > 0 || name !== undefined) void mutate(fieldsUpdate(page, from, names, name))
}

/** Applies a template without a text as an ordinary change with its own Undo. */
function applyWithUndo(
  page: PageRow,
  from: TemplateFields,
  names: (keyof TemplateFields)[],
  title: string,
): void {
  if (names.length === 0 && title === '') return
  const isNamed = title !== ''
  void mutate(
    undoableMutation(
      fieldsUpdate(page, from, names, isNamed ? title : undefined),
      t('pages.begun'),
      fieldsUpdate(page, emptyFields, names, isNamed ? '' : undefined),
    ),
  )
}
