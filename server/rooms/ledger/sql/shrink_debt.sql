-- Trigger: lowers the debt of an account to what it still owes, so that incoming money pays the debt and cannot be
-- spent.
create or replace function shrink_debt() returns trigger language plpgsql as $$
begin
  new.debt_kobo := least(new.debt_kobo, greatest(0, new.debits_kobo + new.held_kobo - new.credits_kobo));
  return new;
end $$;
