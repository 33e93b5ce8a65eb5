import { product } from '#contract/product'
import {
  ActionIcon,
  Anchor,
  Autocomplete,
  Burger,
  Button,
  Container,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import axios from 'axios'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { z } from 'zod'

const Place = z.object({ code: z.string(), name: z.string(), kind: z.string() })
const Connections = z.object({
  data: z.object({ from_cities: z.array(Place), to_cities: z.array(Place) }),
})
const Search = z.object({
  from: z.string().min(1, 'Where do you start?'),
  to: z.string().min(1, 'Where do you want to go?'),
  date: z.iso.date('Choose today or a later day.'),
  passengers: z.coerce.number().int().min(1).max(6),
})

const client = axios.create({ baseURL: `/api/v1/${product.slug}` })

/** Renders the start page: from where, to where, when, how many. */
export function Home() {
  return (
    <>
      <Top />
      <Container size="sm" py="xl">
        <Title order={1}>Where are you going?</Title>
        <SearchForm />
        <Group mt="md">
          <Anchor component={Link} to="/send-parcel">
            Send a parcel
          </Anchor>
          <Anchor component={Link} to="/track-parcel">
            Track a parcel
          </Anchor>
        </Group>
      </Container>
    </>
  )
}

function Top() {
  return (
    <Container size="lg" component="header" py="xs">
      <Text size="sm">
        Help by phone: <Anchor href={`tel:${product.phone.e164}`}>{product.phone.national}</Anchor>
      </Text>
      <Group justify="space-between">
        <Anchor component={Link} to="/" fw={700}>
          {product.name}
        </Anchor>
        <Burger aria-label="Menu" />
      </Group>
    </Container>
  )
}

function SearchForm() {
  const navigate = useNavigate()
  const [search, setSearch] = useState({ from: '', to: '', date: '', passengers: '1' })
  const [wrongs, setWrongs] = useState<Record<string, string | undefined>>({})
  const { data } = useQuery({
    queryKey: ['connections'],
    queryFn: async () => Connections.parse((await client.get('/connections/routes')).data).data,
  })
  const set = (name: keyof typeof search) => (value: string) =>
    setSearch((before) => ({ ...before, [name]: value }))
  const send = (event: FormEvent) => {
    event.preventDefault()
    const read = Search.safeParse(search)
    setWrongs(
      Object.fromEntries(
        (read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
      ),
    )
    if (read.success) void navigate(`/bookride?${new URLSearchParams(search)}`)
  }
  const names = (places: { name: string }[] = []) => [...new Set(places.map(({ name }) => name))]
  return (
    <form onSubmit={send} noValidate>
      <Stack mt="md">
        <Autocomplete
          label="From"
          placeholder="City or motor park"
          data={names(data?.from_cities)}
          value={search.from}
          onChange={set('from')}
          error={wrongs['from']}
          limit={8}
        />
        <ActionIcon
          aria-label="Swap from and to"
          variant="default"
          size="xl"
          onClick={() => setSearch(({ from, to, ...rest }) => ({ ...rest, from: to, to: from }))}
        >
          ⇅
        </ActionIcon>
        <Autocomplete
          label="To"
          placeholder="City or motor park"
          data={names(data?.to_cities)}
          value={search.to}
          onChange={set('to')}
          error={wrongs['to']}
          limit={8}
        />
        <TextInput
          label="Day"
          type="date"
          value={search.date}
          onChange={(event) => set('date')(event.currentTarget.value)}
          error={wrongs['date']}
        />
        <NativeSelect
          label="Travellers"
          data={['1', '2', '3', '4', '5', '6']}
          value={search.passengers}
          onChange={(event) => set('passengers')(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" fullWidth>
          Search buses
        </Button>
      </Stack>
    </form>
  )
}
