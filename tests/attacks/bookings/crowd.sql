-- Simulates an evening on which many people hold seats from one IP address. It calls the product's own functions: with
-- `crowd` before pg_catalog in the search path, they read the time from `crowd.now`.
create schema crowd;
create function crowd.clock_timestamp() returns timestamptz language sql stable as $$
  select current_setting('crowd.now')::timestamptz
$$;
create function crowd.now() returns timestamptz language sql stable as $$ select crowd.clock_timestamp() $$;
alter table booking alter column created_at set default crowd.now();
create table crowd.bus (n int primary key, trip_id uuid not null, sellable smallint[] not null);
create table crowd.hold (
  id uuid primary key, names_at timestamptz not null, ends_at timestamptz not null, pays boolean not null, says_so boolean not null
);

-- Makes p_count departures like the two given ones, three of p_big for each of p_small, one a day from p_after + 1 days
-- later on.
create function crowd.fill_buses(p_big uuid, p_small uuid, p_count int, p_after int) returns void language sql as $$
  delete from crowd.hold;
  delete from crowd.bus;
  with made as (
    insert into trip (id, schedule_id, service_date, departs_at, arrives_at, sales_close_at)
    select md5(t.id::text || n)::uuid, t.schedule_id, t.service_date + n, t.departs_at + n * interval '1 day',
      t.arrives_at + n * interval '1 day', t.sales_close_at + n * interval '1 day'
    from generate_series(p_after + 1, p_after + p_count) n join trip t on t.id = case when n % 4 = 0 then p_small else p_big end
    returning id, schedule_id, departs_at
  )
  insert into crowd.bus select row_number() over (order by m.departs_at, m.id), m.id, v.sellable
    from made m join schedule s on s.id = m.schedule_id join vehicle_type v on v.code = s.vehicle_type;
$$;

create function crowd.take(p_bus int, p_many int, p_holder text, p_network text, p_proof text, p_try int, p_user uuid, out id uuid, out outcome text)
language plpgsql as $$
declare
  bus crowd.bus;
  wanted smallint[];
begin
  id := md5(p_holder || ' ' || p_try)::uuid;
  select * into bus from crowd.bus where n = p_bus;
  wanted := array(select s from unnest(bus.sellable) s order by random() limit p_many);
  select h.outcome into outcome from hold_seats(id, id::text, bus.trip_id, 0::smallint, 1::smallint, wanted,
    array_fill('adult'::text, array[cardinality(wanted)]), p_holder, p_user, case when p_user is null then '\x00'::bytea end, '{}'::jsonb, 0, 10, p_network, p_proof, 1) h;
end $$;

-- Continues with the open holds: enters their travellers, then pays, releases or forgets them. Returns how many wanted
-- to pay but had lost their hold.
create function crowd.go_on() returns int language plpgsql as $$
declare
  lost int;
begin
  perform expire_holds(10000);
  update booking b set contact_phone = '+2348031234567' from crowd.hold h
    where b.id = h.id and h.names_at <= now() and b.status = 'held' and b.contact_phone is null;
  select count(*) into lost from crowd.hold h join booking b using (id)
    where h.ends_at <= now() and h.pays and b.status <> 'held';
  with paid as (
    update booking b set status = 'confirmed', confirmed_at = now(), hold_expires_at = null from crowd.hold h
    where b.id = h.id and h.ends_at <= now() and h.pays and b.status = 'held' returning b.id
  ) update seat_claim c set expires_at = null from paid where c.booking_id = paid.id;
  perform release_booking(id) from crowd.hold where ends_at <= now() and not pays and says_so;
  delete from crowd.hold where ends_at <= now();
  return lost;
end $$;

-- Holds six seats of random buses, each time with a new device and proof of work: a tenth as often as there are buses,
-- or until six calls were refused.
create function crowd.hoard(p_tag text, p_network text, p_writes_names boolean) returns void language plpgsql as $$
declare
  buses constant int := (select count(*) from crowd.bus);
  refused int := 0;
  got record;
begin
  for n in 1 .. buses / 10 loop
    exit when refused >= 6;
    got := crowd.take(1 + floor(random() * buses)::int, 6, format('device:%s hoarder %s %s', p_tag, now(), n), p_network, md5(p_tag || now() || n), 1, null);
    if got.outcome = 'network_busy' then refused := refused + 1; end if;
    if got.outcome = 'held' and p_writes_names then
      update booking set contact_phone = '+2348039999999' where id = got.id;
    end if;
  end loop;
end $$;

create function crowd.log_in(p_id uuid) returns uuid language sql as $$
  insert into person (id, full_name, google_sub, referral_code) values (p_id, 'A Traveller', p_id, p_id)
    on conflict (id) do update set full_name = excluded.full_name returning id;
$$;

-- Buys with one phone: tries up to twelve buses for one to three seats; half of all phones choose from a fifth of the
-- buses. A phone that is refused because of its network logs in with Google if p_logs_in, and is known from then on.
create function crowd.buy(
  p_tag text, p_phone int, p_network text, p_logs_in boolean, out outcome text, out was_asked boolean, out was_refused boolean,
  out person uuid
)
language plpgsql as $$
declare
  buses constant int := (select count(*) from crowd.bus);
  most constant int := case when random() < 0.5 then buses / 5 else buses end;
  many constant int := (array[1, 1, 1, 1, 1, 2, 2, 3])[1 + floor(random() * 8)::int];
  proof text;
  got record;
begin
  was_asked := false;
  was_refused := false;
  for n in 1 .. 12 loop
    got := crowd.take(1 + floor(random() * most)::int, many,
      case when person is null then format('device:%s phone %s', p_tag, p_phone) else 'user:' || person end,
      p_network, proof, n, person);
    outcome := got.outcome;
    was_asked := was_asked or outcome = 'proof_needed';
    was_refused := was_refused or outcome = 'network_busy';
    proof := case when outcome = 'proof_needed' then md5(p_tag || p_phone || ' ' || n) end;
    exit when outcome = 'held';
    if outcome = 'network_busy' and p_logs_in then person := crowd.log_in(md5(p_tag || p_phone)::uuid); end if;
  end loop;
  if outcome = 'held' then
    insert into crowd.hold values (got.id, now() + (1 + random() * 1.5) * interval '1 minute',
      now() + (3 + random() * 6) * interval '1 minute', random() < 0.65, random() < 0.5);
  end if;
end $$;

-- Simulates a minute: continues with the open holds, lets the hoarder hold seats, and lets the phones from p_first to
-- p_last buy one after the other.
create function crowd.pass_minute(p_tag text, p_from timestamptz, p_first int, p_last int, p_hoarder text, p_writes_names boolean, p_log_in boolean)
returns table (held int, asked int, refused int, lost int, logged_in int, hoarded int, hoarded_of_one real) language plpgsql as $$
declare
  network constant text := p_tag || ' address';
  it record;
begin
  perform set_config('crowd.now', p_from::text, false);
  lost := crowd.go_on();
  if p_hoarder is not null then perform crowd.hoard(p_tag, p_hoarder, p_writes_names); end if;
  held := 0;
  asked := 0;
  refused := 0;
  logged_in := 0;
  for n in p_first .. p_last loop
    perform set_config('crowd.now', (p_from + (n - p_first) * interval '1 minute' / (p_last - p_first + 1))::text, false);
    it := crowd.buy(p_tag, n, network, p_log_in);
    held := held + (it.outcome = 'held')::int;
    asked := asked + it.was_asked::int;
    refused := refused + it.was_refused::int;
    logged_in := logged_in + (it.person is not null)::int;
  end loop;
  select coalesce(sum(of_one.n), 0), coalesce(max(of_one.n::real / of_one.seats) filter (where of_one.seats > 20), 0)
    into hoarded, hoarded_of_one from (
      select sum(cardinality(b.seats)) as n, cardinality(c.sellable) as seats
      from booking b join crowd.bus c using (trip_id)
      where starts_with(b.holder, format('device:%s hoarder', p_tag)) and b.status = 'held' and b.hold_expires_at > now()
      group by c.n, c.sellable
    ) of_one;
  return next;
end $$;
