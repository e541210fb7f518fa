import type { VersionResponse } from '#common/documents/versions/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { canEditWorkItem } from '#common/work/work-items/rules.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { assertItemWritable } from '../../access/guard.ts'
import { itemVersionKind } from '../../documents/versions/kinds.ts'
import { restoreVersionText } from '../../documents/versions/restore-text.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import { lockItems } from '../work-items/lock-items.ts'
import { writeItemDescription } from '../work-items/write-description.ts'
import { presentVersion } from './queries.ts'

export function restoreVersion(
  ctx: ProjectContext,
  issueId: string,
  id: string,
  stillFrom?: string,
): Promise<VersionResponse> {
  return runInCurrentProjectOfItem(ctx, issueId, async (itemCtx) => {
    const [item] = await lockItems(itemCtx, [issueId])
    if (item === undefined) throw notFound('Issue not found')
    assertItemWritable(itemCtx.project, item)
    requirePermission(canEditWorkItem(projectActor(itemCtx), item))
    const write = (content: DocumentContent) => writeItemDescription(itemCtx, item, content)
    return presentVersion(
      await restoreVersionText(itemCtx, itemVersionKind, issueId, { id, stillFrom, write }),
    )
  })
}
