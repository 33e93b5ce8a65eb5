-- Returns whether a payment for a payable has a dispute that is not decided.
create or replace function is_disputed(p_payable uuid) returns boolean language sql stable as $$
  select exists (
    select from payment p join payment charge on charge.id = coalesce(p.part_of, p.id)
    where p.payable_id = p_payable and charge.disputed_kobo > 0)
$$;
