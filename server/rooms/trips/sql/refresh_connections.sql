-- Recomputes the connections of one timetable. Schedules with equal stops count as one pattern: a timetable by headway
-- has a hundred times as many schedules as patterns. The statements are planned again for each timetable
-- (force_custom_plan), since a small timetable must not cost as much as a large one.
create or replace function refresh_connections(of_feed uuid) returns void language plpgsql
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
