import { OutsideProject } from '../../organization/projects/OutsideProject.tsx'
import { WorkItemPage } from '../detail/WorkItemPage.tsx'

/** The page of a work item, or the offer to join the project that its key belongs to. */
export function ItemByKey() {
  return (
    <WorkItemPage outside={(project, onJoined) => <OutsideProject project={project} onJoined={onJoined} />} />
  )
}
