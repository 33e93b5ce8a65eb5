import { Anchor, Container, Title } from '@mantine/core'
import { Link, useSearchParams } from 'react-router-dom'

/** The page to which the search leads: just enough for another route. */
export function Results() {
  const [search] = useSearchParams()
  return (
    <Container size="sm" py="xl">
      <Title order={1}>
        {search.get('from')} to {search.get('to')}
      </Title>
      <Anchor component={Link} to="/">
        Change search
      </Anchor>
    </Container>
  )
}
