-- Begins a payment for an instalment. Returns its deadline: in 31 minutes, or the charter's deadline if that is
-- earlier. p_minutes is ignored.
create or replace function open_instalment(p_instalment uuid, p_minutes int) returns timestamptz language plpgsql as $$
declare
  part charter_instalment;
  it charter;
begin
  select * into it from charter where id = (select charter_id from charter_instalment where id = p_instalment) for update;
  if not found then return null; end if;
  select * into strict part from charter_instalment where id = p_instalment;
  perform make_payable(part.id, 'charter', it.reference);
  update charter_instalment set payable_id = id where id = part.id and payable_id is null;
  return least(coalesce(it.pay_until, clock_timestamp()), clock_timestamp() + interval '31 minutes');
end $$;
