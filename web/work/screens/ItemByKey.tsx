import { UnjoinedProjectNotice } from '../../organization/projects/UnjoinedProjectNotice.tsx'
import { WorkItemPage } from '../detail/WorkItemPage.tsx'

/** The page of a work item, or the offer to join the project that its key belongs to. */
export function ItemByKey() {
  return (
    <WorkItemPage
      outside={(project, onJoined) => <UnjoinedProjectNotice project={project} onJoined={onJoined} />}
    />
  )
}
