-- Converts stored phone numbers to the form in which they are parsed now: without a trunk zero behind the country's code
-- (+4407911… is +447911…), and fixed lines of Nigeria with the 20 of the numbering plan of 2024. A number that another
-- account has verified stays as it is. The countries are those of libphonenumber whose trunk prefix is 0.
do $$
declare
  place record;
  trunk constant text := '^\+(20|27|31|32|33|40|41|43|44|46|49|51|53|54|55|58|60|61|62|63|64|66|81|82|84|86|90|91|92|93|94|95|98|211|212|213|218|231|232|233|234|243|249|250|251|252|254|255|256|260|261|262|263|264|265|291|353|355|358|359|370|373|374|375|377|380|381|382|383|385|386|387|389|421|423|508|590|591|593|594|595|596|598|686|850|855|856|880|886|961|962|963|964|966|967|970|971|972|976|977|994|995|996)0(?=\d)';
  fixed constant text := '^\+234(?![789][01])(?=[1-9]\d{7}$)';
begin
  for place in
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and column_name ~ '^(\w+_)?phone$'
    order by 1, 2
  loop
    execute format(
      'update %1$I as stored set %2$I = regexp_replace(regexp_replace(%2$I, %3$L, ''+\1''), %4$L, ''+23420'')
       where (%2$I ~ %3$L or %2$I ~ %4$L) %5$s',
      place.table_name, place.column_name, trunk, fixed,
      case when place.table_name = 'person' and place.column_name = 'phone' then
        format('and not exists (select from person other where other.id <> stored.id and other.phone_verified_at is not null
          and other.phone = regexp_replace(regexp_replace(stored.phone, %1$L, ''+\1''), %2$L, ''+23420''))', trunk, fixed)
      end);
  end loop;
end $$;
