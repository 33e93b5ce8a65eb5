import type { DeskMembership } from '#contract/members/model'
import { DeskPage } from '#ui/desk/page'

/** The screen of the fixture room at the desk. */
export function PlantedDeskScreen({ membership }: { membership: DeskMembership }) {
  return <DeskPage title="It is watered">By {membership.name}</DeskPage>
}
