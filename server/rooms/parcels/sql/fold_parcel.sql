-- Returns a parcel's state from its scans: its final state, if it has one; otherwise the problem that its latest scan
-- reports, if any; otherwise the furthest state that it has reached. Null without scans. Loss or damage counts only
-- after a scan that accepted the parcel.
create or replace function fold_parcel(p_parcel uuid) returns text language sql stable as $$
  with scan as (
    select e.id, e.kind, e.occurred_at, coalesce(e.said_at, e.occurred_at) as said_at, s.rank, s.is_end
    from parcel_event e join parcel_state s on s.state = e.kind
      join parcel p on p.id = e.parcel_id
    where e.parcel_id = p_parcel and e.kind not in ('paid', 'cancelled')
      and (e.kind not in ('lost', 'damaged') or p.received_at <= e.occurred_at)
  )
  select coalesce(
    (select kind from scan where is_end),
    (select kind from (select kind, rank from scan order by occurred_at desc, said_at desc, id desc limit 1) latest where rank is null),
    (select kind from scan where rank is not null order by rank desc, occurred_at desc, said_at desc, id desc limit 1))
$$;
