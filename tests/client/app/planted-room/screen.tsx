import { Page } from '#ui/page'

/** Where a planted room is. */
export function PlantedScreen() {
  return <Page title="It grows">Everything it needs stands in its folder.</Page>
}
