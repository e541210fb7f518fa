import { useAtomValue } from 'jotai'
import type { ReactNode, Ref } from 'react'
import type { CommentRow } from '#common/work/comments/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { CommentThread } from '../../../documents/comments/group-into-threads.ts'
import { StoredDocument } from '../../../documents/editor/StoredDocument.tsx'
import { formatFullDateTime } from '../../../documents/versions/format-full-date-time.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { formatFileSize } from '../../../platform/uploads/file-size.ts'
import { getPropertyDetail } from '../../listing/properties/details.tsx'
import { type SettableProperty, settableProperties } from '../../listing/properties/registry.ts'
import { formatItemKey, getItemPath } from '../../work-items/actions.ts'
import { linkTitle } from '../links/actions.ts'
import type { PrintedContent } from './printed-content.ts'

interface PrintedItemProps {
  ref: Ref<HTMLElement>
  row: WorkItemRow
  whole: PrintedContent
}

/**
 * The printable version of an item, always in the light theme. It shows all content without controls,
 * including content that is collapsed or split into pages on the screen.
 */
export function PrintedItem({ ref, row, whole }: PrintedItemProps) {
  const { t } = useTranslation()
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  const { html, subItems, links, files, threads, isPartial } = whole
  return (
    <article ref={ref} className="printed" data-theme="light">
      <header>
        <p className="printed-faint">
          <bdi>{project?.name}</bdi> · <span className="tabular">{formatItemKey(row)}</span>
        </p>
        <h1 dir="auto">{row.name}</h1>
      </header>
      {isPartial && <p className="printed-note">{t('print.part')}</p>}
      <PrintedProperties row={row} />
      <StoredDocument html={html} />
      <Part title={t('workItems.subItems.title')} isEmpty={subItems.length === 0}>
        <ul>
          {subItems.map((item) => (
            <SubItem key={item.id} row={item} />
          ))}
        </ul>
      </Part>
      <Part title={t('links.title')} isEmpty={links.length === 0}>
        <ul>
          {links.map((link) => (
            <li key={link.id}>
              <bdi>{linkTitle(link)}</bdi> <span className="printed-faint">{link.url}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('files.title')} isEmpty={files.length === 0}>
        <ul>
          {files.map(({ id, attributes: { name, size } }) => (
            <li key={id}>
              <bdi>{name}</bdi> <span className="printed-faint">{formatFileSize(size)}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('print.comments')} isEmpty={threads.length === 0}>
        {threads.map((thread) => (
          <PrintedThread key={thread.comment.id} thread={thread} />
        ))}
      </Part>
      <footer className="printed-faint">
        {t('print.from', {
          address: new URL(getItemPath(row), location.origin).href,
          when: formatFullDateTime(new Date().toISOString()),
        })}
      </footer>
    </article>
  )
}

function Part({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The properties that have a value, and the author. */
function PrintedProperties({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  return (
    <dl>
      {settableProperties
        .filter(({ isEmpty }) => isEmpty?.(row) !== true)
        .map((property) => (
          <PrintedProperty key={property.name} property={property} row={row} />
        ))}
      <div>
        <dt>{t('print.made')}</dt>
        <dd>
          <By id={row.created_by} at={row.created_at} />
        </dd>
      </div>
    </dl>
  )
}

function PrintedProperty({ property: { name }, row }: { property: SettableProperty; row: WorkItemRow }) {
  const { t } = useTranslation()
  const { Full } = getPropertyDetail(name)
  if (!Full) return null
  return (
    <div>
      <dt>{t(`properties.${name}`)}</dt>
      <dd>
        <Full name={name} row={row} disabled />
      </dd>
    </div>
  )
}

function SubItem({ row }: { row: WorkItemRow }) {
  const state = useAtomValue(tables.states.rowAtom(row.state_id))
  return (
    <li>
      <span className="printed-faint tabular">{formatItemKey(row)}</span> <bdi>{row.name}</bdi>
      {state && <span className="printed-faint"> · {state.name}</span>}
    </li>
  )
}

function PrintedThread({ thread: { comment, replies } }: { thread: CommentThread<CommentRow> }) {
  return (
    <div className="printed-thread">
      <PrintedComment comment={comment} />
      {replies.map((reply) => (
        <PrintedComment key={reply.id} comment={reply} />
      ))}
    </div>
  )
}

function PrintedComment({ comment }: { comment: CommentRow }) {
  const { t } = useTranslation()
  return (
    <div className="printed-comment">
      <p className="printed-by">
        <By id={comment.actor} at={comment.created_at} />
        {comment.resolved_at !== null && ` · ${t('print.resolved')}`}
      </p>
      {comment.removed_at === null ? (
        <StoredDocument html={comment.comment_html} />
      ) : (
        <p className="printed-faint">{t('comments.deletedHere')}</p>
      )}
    </div>
  )
}

function By({ id, at }: { id: string | null; at: string }) {
  const { t } = useTranslation()
  const person = useAtomValue(tables.users.rowAtom(id ?? ''))
  return (
    <>
      <strong dir="auto">{displayNameOf(person) ?? t('workItems.unknownPerson')}</strong>
      <span className="printed-faint"> · {formatFullDateTime(at)}</span>
    </>
  )
}
