-- Returns the check character of a reference, as in contract/reference.ts. O is read as 0, I and L as 1.
create or replace function check_character(p_body text) returns text language plpgsql immutable as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  sum int := 0;
begin
  for place in 1 .. length(p_body) + 1 loop
    sum := case when sum < 16 then sum << 1 else (sum << 1) # 37 end;
    exit when place > length(p_body);
    sum := sum # (position(substr(translate(p_body, 'OIL', '011'), place, 1) in alphabet) - 1);
  end loop;
  return substr(alphabet, sum + 1, 1);
end $$;
