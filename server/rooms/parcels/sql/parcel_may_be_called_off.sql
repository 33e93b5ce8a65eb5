-- Returns whether a parcel can be cancelled: it has not been loaded, ended, lost or damaged, and no claim for it is
-- open or accepted.
create or replace function parcel_may_be_called_off(p parcel) returns boolean language sql stable as $$
  select p.state in ('pending_payment', 'paid', 'received', 'on_hold') and not exists (
    select from parcel_event e join parcel_state s on s.state = e.kind
    where e.parcel_id = p.id and s.rank >= 3 and e.kind <> 'cancelled')
    and not exists (select from parcel_claim c where c.parcel_id = p.id and c.state in ('open', 'to_be_paid', 'accepted'))
$$;
