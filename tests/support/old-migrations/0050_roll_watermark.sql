-- How far the departures of a run are made, and the last day on which its calendar has any: the rolling
-- job asks an index for the runs that are behind instead of comparing millions of departures.
alter table schedule
  add column rolled_until date not null default '-infinity',
  add column ends_on date not null default 'infinity';
comment on column schedule.rolled_until is 'departures are made up to and with this service day';
comment on column schedule.ends_on is 'the last service day of its calendar; kept by note_calendar';

-- Departures that stand are kept when a run is rolled anew, so that starting over is always right.
create function note_calendar() returns trigger language plpgsql as $$
begin
  new.rolled_until := '-infinity';
  new.ends_on := case
    when jsonb_array_length(coalesce(new.calendar -> 'days', '[]')) = 0 and new.calendar ? 'added'
      then coalesce((select max(day::date) from jsonb_array_elements_text(new.calendar -> 'added') day), '-infinity')
    else greatest(coalesce((new.calendar ->> 'until')::date, 'infinity'),
      (select max(day::date) from jsonb_array_elements_text(coalesce(new.calendar -> 'added', '[]')) day)) end;
  return new;
end $$;
create trigger schedule_calendar_new before insert on schedule
  for each row execute function note_calendar();
create trigger schedule_calendar_changed before update on schedule for each row
  when (old.calendar is distinct from new.calendar or old.starts_at_seconds is distinct from new.starts_at_seconds
    or old.zone is distinct from new.zone)
  execute function note_calendar();
update schedule set ends_on = case
    when jsonb_array_length(coalesce(calendar -> 'days', '[]')) = 0 and calendar ? 'added'
      then coalesce((select max(day::date) from jsonb_array_elements_text(calendar -> 'added') day), '-infinity')
    else greatest(coalesce((calendar ->> 'until')::date, 'infinity'),
      (select max(day::date) from jsonb_array_elements_text(coalesce(calendar -> 'added', '[]')) day)) end;

drop index schedule_operator;
create index schedule_to_roll on schedule (operator_id, rolled_until) where rolled_until < ends_on;
create index schedule_ends on schedule (operator_id, ends_on);

-- Which cities the runs of a timetable connect, kept by imports and by the rolling job, so that nobody
-- looks through every stop of every run for it. `feed_id` is null for runs of our own.
create table connection (
  feed_id uuid references feed on delete cascade,
  from_city_id int not null references city,
  to_city_id int not null references city,
  -- The last service day of any of its runs.
  ends_on date not null,
  runs int not null check (runs > 0),
  unique nulls not distinct (feed_id, from_city_id, to_city_id),
  check (from_city_id <> to_city_id)
);
create index connection_from on connection (from_city_id, to_city_id);
comment on table connection is 'trips: cities that can be travelled between, by timetable';

-- Writes the connections of one timetable anew. Runs with equal stops count as one pattern, of which a
-- timetable by headway has a hundredth.
-- The plan is made for the timetable asked for: a small one must not pay for a large one beside it.
create function refresh_connections(of_feed uuid) returns void language plpgsql
  set plan_cache_mode = force_custom_plan as $$
begin
  with schedule_of as materialized (
    select id, ends_on from schedule where feed_id = of_feed and not calendar ? 'replaced'
    union all
    select id, ends_on from schedule where of_feed is null and feed_id is null and not calendar ? 'replaced'
  ), run as materialized (
    select s.id, s.ends_on, string_agg(x.city_id || case when x.pick_up then '' else '-' end
      || case when x.drop_off then '' else '+' end, ',' order by x.position) as stops
    from schedule_of s join schedule_stop x on x.schedule_id = s.id
    group by s.id, s.ends_on
  ), pattern as materialized (
    select (array_agg(id))[1] as id, max(ends_on) as ends_on, count(*)::int as runs from run group by stops
  ), pair as materialized (
    select a.city_id as from_city_id, b.city_id as to_city_id, max(pattern.ends_on) as ends_on, sum(pattern.runs)::int as runs
    from pattern join schedule_stop a on a.schedule_id = pattern.id and a.pick_up
      join schedule_stop b on b.schedule_id = pattern.id and b.position > a.position and b.drop_off
    where a.city_id <> b.city_id
    group by 1, 2
  ), gone as (
    delete from connection c where c.feed_id is not distinct from of_feed
      and not exists (select from pair where pair.from_city_id = c.from_city_id and pair.to_city_id = c.to_city_id)
  )
  insert into connection (feed_id, from_city_id, to_city_id, ends_on, runs)
  select of_feed, from_city_id, to_city_id, ends_on, runs from pair
  on conflict (feed_id, from_city_id, to_city_id) do update set ends_on = excluded.ends_on, runs = excluded.runs
    where (connection.ends_on, connection.runs) is distinct from (excluded.ends_on, excluded.runs);
end $$;
select refresh_connections(null);
select refresh_connections(id) from feed;
