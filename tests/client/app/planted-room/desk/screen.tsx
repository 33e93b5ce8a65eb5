import type { DeskMembership } from '#contract/members/model'
import { DeskPage } from '#ui/desk/page'

/** The screen of the fixture room at the desk. */
export function PlantedDeskScreen({ place }: { place: DeskMembership }) {
  return <DeskPage title="It is watered">By {place.name}</DeskPage>
}
