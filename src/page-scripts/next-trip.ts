/*
 * A script inside the start page. If this phone has a ticket of a trip to come, it reserves the space of the strip that
 * shows it, since the form below would move when the app has started.
 */
try {
  const trips = JSON.parse(localStorage.getItem('next-trips') ?? '[]') as { departs_at: string }[]
  const now = Date.now() + Number(localStorage.getItem('clock-skew'))
  if (trips.some(({ departs_at }) => Date.parse(departs_at) > now - 86_400_000))
    document.documentElement.dataset['strip'] = ''
} catch {}
