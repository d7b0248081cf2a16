#compdef episodes
# zsh completion for episodes; save it as _episodes in a directory of $fpath

_episodes() {
    local context state state_descr line
    typeset -A opt_args
    local -a commands everywhere
    commands=(
        'list:search, filter and sort episodes'
        'get:show episodes by id'
        'options:show everything that filters can select'
        'stream-url:show where a video streams from'
        'catalog:show the catalogue'\''s revision, size and source'
        'watch:show every new revision of the catalogue'
        'health:ask whether the server serves; exit code 0 if so'
        'server:show facts or metrics of the server'
        'call:call any method with a request in JSON'
        'describe:show services, methods, messages and enums'
        'export:write episodes and domains to a file'
        'import:read a file into a store or a server'\''s catalogue'
        'config:show or change settings and where they come from'
        'bench:load a server and measure what its users would wait'
        'mix:synth, record, show'
        'completion:print a completion script for a shell'
        'man:print the manual page of the program or a command'
        'help:show help for the program or a command'
    )
    everywhere=(
        '(--server)--server=[Where the server is\: HOST\:PORT, \[IPV6\]\:PORT or unix\:PATH]:ADDRESS: '
        '(--timeout)--timeout=[Longest wait for connecting and for each answer (a deadline), such as 500ms, 2s or 1m]:TIME: '
        '(-o --output)-o[Form of the output]:FORMAT:(table json jsonl yaml csv tsv ids raw)'
        '(-o --output)--output=[Form of the output]:FORMAT:(table json jsonl yaml csv tsv ids raw)'
        '(--color)--color=[Whether titles are bold; auto means on a terminal only]:WHEN:(auto always never)'
        '(--profile)--profile=[Settings of this profile, see '\''episodes help config'\'']:NAME: '
        '(--pager)--pager=[Shows what does not fit the terminal; less when nothing says otherwise]:COMMAND: '
        '(--no-pager)--no-pager[Never a pager]'
        '(--dry-run)--dry-run[Send nothing; print the request as JSON and the equal grpcurl command]'
        '(-q --quiet)-q[No summary lines on standard error]'
        '(-q --quiet)--quiet[No summary lines on standard error]'
        '*-v[Show on standard error how long each step took; -vv also what is sent]'
        '*--verbose[Show on standard error how long each step took; -vv also what is sent]'
        '(-h --help)-h[Show help and leave]'
        '(-h --help)--help[Show help and leave]'
        '(--version)--version[Show the version and leave]'
    )
    _arguments -C "${everywhere[@]}" \
        '1:command:->command' '*::argument:->argument'
    case $state in
        command) _describe 'command' commands ;;
        argument)
            case $line[1] in
                list)
                    _arguments "${everywhere[@]}" \
                        '(--query)--query=[The words as one text, instead of arguments]:TEXT: ' \
                        '*--domain=[Only episodes of this domain\: its id, slug or name, such as 1, ios or '\''iOS & Swift'\'']:NAME:(ios android unity macos server-side-swift flutter)' \
                        '*--difficulty=[Only this level; '\''all'\'', '\''all_levels'\'' and '\''none'\'' are the episodes for everybody]:LEVEL:(beginner intermediate advanced all all_levels none)' \
                        '*--type=[Only this content type, such as episode, screencast or article]:TYPE:(episode screencast collection article product)' \
                        '*--subscription=[Only this subscription type, such as free or professional]:TYPE:(free beginner professional)' \
                        '(--free)--free[Short for --subscription free]' \
                        '*--feature=[Only episodes with this feature]:NAME: ' \
                        '*--id=[Only these ids]:N: ' \
                        '*--where=[A condition on a field, see below]:CONDITION: ' \
                        '(--sort)--sort=[Order\: keys separated by commas, '\''-'\'' before a key for descending]:KEYS:(id -id name -name parent_name -parent_name difficulty -difficulty released_at -released_at popularity -popularity duration -duration ordinal -ordinal relevance -relevance)' \
                        '(--page-size)--page-size=[Episodes of one page, 1 to 1000]:N: ' \
                        '(--page)--page=[A page by its number, counted from 1, or the token of the page before]:PAGE: ' \
                        '(--all)--all[Every page]' \
                        '(--limit)--limit=[As many pages as give N episodes]:N: ' \
                        '(--facets)--facets=-[Count the values of facets too\: all, or names separated by commas from domain, difficulty, content_type, subscription_type, feature, parent]::NAMES:(all domain difficulty content_type subscription_type feature parent)' \
                        '(--fields)--fields=[Only these fields, separated by commas, such as id,name,released_at]:NAMES: ' \
                        '(--count)--count[Only the number of episodes that match]' \
                        '(--watch)--watch=-[Ask again and again, every 2s when no time is given, and show what has changed\: in place on a terminal, elsewhere one JSON document a line]::TIME: ' \
                        '*:QUERY: ' ;;
                get)
                    _arguments "${everywhere[@]}" \
                        '(--fields)--fields=[Only these fields, separated by commas, such as id,name,released_at]:NAMES: ' \
                        '*:ID: ' ;;
                options)
                    _arguments "${everywhere[@]}" ;;
                stream-url)
                    _arguments "${everywhere[@]}" \
                        '1:VIDEO: ' ;;
                catalog)
                    _arguments "${everywhere[@]}" ;;
                watch)
                    _arguments "${everywhere[@]}" \
                        '(--limit)--limit=[End after N revisions]:N: ' ;;
                health)
                    _arguments "${everywhere[@]}" \
                        '(--wait)--wait=[Wait until it serves, at most so long, such as 30s]:TIME: ' \
                        '(--watch)--watch[Show every change until interrupted]' \
                        '1:SERVICE:(episodes.v1.EpisodeService episodes.v1.CatalogService)' ;;
                server)
                    _arguments "${everywhere[@]}" \
                        '1:WHAT:(info metrics)' ;;
                call)
                    _arguments "${everywhere[@]}" \
                        '(-d --data)-d[The request\: JSON, @FILE, or @- for standard input]:JSON: ' \
                        '(-d --data)--data=[The request\: JSON, @FILE, or @- for standard input]:JSON: ' \
                        '*--meta=[Metadata to send along]:KEY=VALUE: ' \
                        '(--raw)--raw[The same as --output raw]' \
                        '(--timing)--timing[The same as --verbose]' \
                        '1:METHOD:(episodes.v1.CatalogService/GetCatalog episodes.v1.CatalogService/UpsertEpisodes episodes.v1.CatalogService/DeleteEpisodes episodes.v1.CatalogService/WatchCatalog episodes.v1.EpisodeService/ListEpisodes episodes.v1.EpisodeService/GetEpisode episodes.v1.EpisodeService/BatchGetEpisodes episodes.v1.EpisodeService/StreamEpisodes episodes.v1.EpisodeService/GetFilterOptions episodes.v1.EpisodeService/GetVideoStream grpc.health.v1.Health/Check grpc.health.v1.Health/Watch)' ;;
                describe)
                    _arguments "${everywhere[@]}" \
                        '(--reflect)--reflect[Ask the server, over gRPC on the same port, instead of showing what this program knows]' \
                        '(--template)--template[Show an empty request or message as JSON, ready to be filled in]' \
                        '1:NAME:(episodes.v1.CatalogService episodes.v1.EpisodeService grpc.health.v1.Health grpc.reflection.v1.ServerReflection grpc.reflection.v1alpha.ServerReflection GetCatalog UpsertEpisodes DeleteEpisodes WatchCatalog ListEpisodes GetEpisode BatchGetEpisodes StreamEpisodes GetFilterOptions GetVideoStream Check Watch ServerReflectionInfo ServerReflectionInfo episodes.v1.BatchGetEpisodesRequest episodes.v1.BatchGetEpisodesResponse episodes.v1.DeleteEpisodesRequest episodes.v1.DeleteEpisodesResponse episodes.v1.Domain episodes.v1.Episode episodes.v1.FacetCounts episodes.v1.FacetValue episodes.v1.GetCatalogRequest episodes.v1.GetCatalogResponse episodes.v1.GetEpisodeRequest episodes.v1.GetEpisodeResponse episodes.v1.GetFilterOptionsRequest episodes.v1.GetFilterOptionsResponse episodes.v1.GetVideoStreamRequest episodes.v1.GetVideoStreamResponse episodes.v1.ListEpisodesRequest episodes.v1.ListEpisodesResponse episodes.v1.Predicate episodes.v1.StreamEpisodesRequest episodes.v1.StreamEpisodesResponse episodes.v1.UpsertEpisodesRequest episodes.v1.UpsertEpisodesResponse episodes.v1.WatchCatalogRequest episodes.v1.WatchCatalogResponse)' ;;
                export)
                    _arguments "${everywhere[@]}" \
                        '(--query)--query=[The words as one text, instead of arguments]:TEXT: ' \
                        '*--domain=[Only episodes of this domain\: its id, slug or name, such as 1, ios or '\''iOS & Swift'\'']:NAME:(ios android unity macos server-side-swift flutter)' \
                        '*--difficulty=[Only this level; '\''all'\'', '\''all_levels'\'' and '\''none'\'' are the episodes for everybody]:LEVEL:(beginner intermediate advanced all all_levels none)' \
                        '*--type=[Only this content type, such as episode, screencast or article]:TYPE:(episode screencast collection article product)' \
                        '*--subscription=[Only this subscription type, such as free or professional]:TYPE:(free beginner professional)' \
                        '(--free)--free[Short for --subscription free]' \
                        '*--feature=[Only episodes with this feature]:NAME: ' \
                        '*--id=[Only these ids]:N: ' \
                        '*--where=[A condition on a field, see below]:CONDITION: ' \
                        '(--sort)--sort=[Order\: keys separated by commas, '\''-'\'' before a key for descending]:KEYS:(id -id name -name parent_name -parent_name difficulty -difficulty released_at -released_at popularity -popularity duration -duration ordinal -ordinal relevance -relevance)' \
                        '(--format)--format=[Form of the file]:FORMAT:(json jsonl csv)' \
                        '(-f --file)-f[Where to write; - is standard output]:FILE:_files' \
                        '(-f --file)--file=[Where to write; - is standard output]:FILE:_files' \
                        '(--store)--store=[Read this store instead of asking a server; always everything, by id]:PATH:_files' \
                        '*:QUERY: ' ;;
                import)
                    _arguments "${everywhere[@]}" \
                        '(--format)--format=[Form of the file; auto looks at the content, then at the file'\''s name]:FORMAT:(auto json jsonl csv)' \
                        '(--upsert)--upsert[Add episodes and replace those with the same id]' \
                        '(--replace)--replace[Make the file the whole catalogue\: what it does not have is deleted]' \
                        '(--check)--check[Change nothing; say what is wrong and what would change]' \
                        '(--max-errors)--max-errors=[Stop at so many bad rows; 0 never does]:N: ' \
                        '(--skip-bad-rows)--skip-bad-rows[Leave out bad rows]' \
                        '(--allow-empty)--allow-empty[Take a file without rows, which makes --replace delete everything]' \
                        '(--store)--store=[The store to change, in one transaction, served or not; made when there is none]:PATH:_files' \
                        '1:FILE:_files' ;;
                config)
                    _arguments "${everywhere[@]}" \
                        '1:ACTION:(show path set unset)' \
                        '2:KEY:(server timeout output color pager)' \
                        '3:VALUE: ' ;;
                bench)
                    _arguments "${everywhere[@]}" \
                        '(--rate)--rate=[Calls a second by a schedule that does not wait for answers\: 100, 0.5, 20k or 30/m]:RATE: ' \
                        '(--max)--max[Each stream sends when it has its answer, instead of a schedule]' \
                        '(--ramp)--ramp=[A rate that changes evenly, such as 100..2k]:FROM..TO: ' \
                        '(--steps)--steps=[Rates one after the other, such as 100..500\:100@5s]:FROM..TO\:STEP@TIME: ' \
                        '(--arrivals)--arrivals=[Whether calls are evenly spaced or random like those of many users]:PATTERN:(uniform poisson)' \
                        '(--seed)--seed=[The same number gives the same calls]:NUMBER: ' \
                        '(-d --duration)-d[How long to send calls]:TIME: ' \
                        '(-d --duration)--duration=[How long to send calls]:TIME: ' \
                        '(-n --calls)-n[End after so many measured calls]:NUMBER: ' \
                        '(-n --calls)--calls=[End after so many measured calls]:NUMBER: ' \
                        '(--warmup)--warmup=[Send so long before measuring begins]:TIME: ' \
                        '(--proto)--proto=[What is spoken with the server]:PROTOCOL:(native grpc)' \
                        '(-c --connections)-c[Connections to make]:NUMBER: ' \
                        '(-c --connections)--connections=[Connections to make]:NUMBER: ' \
                        '(--streams)--streams=[Calls that may be under way on each connection]:NUMBER: ' \
                        '(--mix)--mix=[Requests with weights, a JSON object a line, as '\''episodes mix synth'\'' writes]:FILE:_files' \
                        '*--expect=[What must hold, separated by commas, such as p99<5ms,errors<0.1%,rate>=0.99]:CONDITIONS: ' \
                        '(--abort-on-fail)--abort-on-fail[End as soon as an expectation on response or errors fails]' \
                        '(--repeat)--repeat=[Do it so often; tells the noise]:NUMBER: ' \
                        '(--live)--live=[Whether standard error shows each second of the run]:WHEN:(auto off)' \
                        '(--save)--save=[Write the result as JSON]:FILE:_files' \
                        '(--hdr)--hdr=[Write a histogram log, a line a second (.hlog)]:FILE:_files' \
                        '(--hgrm)--hgrm=[Write the percentiles for plotters (.hgrm)]:FILE:_files' \
                        '(--series)--series=[Write a row a second as CSV]:FILE:_files' \
                        '(--html)--html=[Write a report with charts as one HTML file]:FILE:_files' \
                        '*--slo=[What must hold, separated by commas, such as p99<5ms,errors<0.1%]:CONDITIONS: ' \
                        '(--from)--from=[Where to begin; it is doubled]:RATE: ' \
                        '(--to)--to=[The highest rate to try]:RATE: ' \
                        '(--step-time)--step-time=[How long each trial lasts]:TIME: ' \
                        '(--tolerance)--tolerance=[A change up to this share, or up to the noise of repeats, counts as none]:SHARE: ' \
                        '(--form)--form=[What to make of them]:FORM:(text json csv hgrm md html)' \
                        '(-f --file)-f[Where to; else standard output]:FILE:_files' \
                        '(-f --file)--file=[Where to; else standard output]:FILE:_files' \
                        '*:ACTION:(find compare report)' ;;
                mix)
                    _arguments "${everywhere[@]}" \
                        '(-f --file)-f[Where to; else standard output]:FILE:_files' \
                        '(-f --file)--file=[Where to; else standard output]:FILE:_files' \
                        '(-n --requests)-n[How many to draw; the same ones become one line with a weight]:NUMBER: ' \
                        '(-n --requests)--requests=[How many to draw; the same ones become one line with a weight]:NUMBER: ' \
                        '(--zipf)--zipf=[How much more often frequent words and values are asked for\: 0 = not at all, 1 = Zipf'\''s law]:NUMBER: ' \
                        '(--seed)--seed=[The same number gives the same calls]:NUMBER: ' \
                        '*:ACTION:(synth record show)' ;;
                completion)
                    _arguments "${everywhere[@]}" \
                        '1:SHELL:(bash zsh fish)' ;;
                man)
                    _arguments "${everywhere[@]}" \
                        '*:COMMAND:(list get options stream-url catalog watch health server call describe export import config bench mix completion man help)' ;;
                help)
                    _arguments "${everywhere[@]}" \
                        '*:COMMAND:(list get options stream-url catalog watch health server call describe export import config bench mix completion man help)' ;;
            esac ;;
    esac
}

if [ "$funcstack[1]" = "_episodes" ]; then
    _episodes "$@"
else
    compdef _episodes episodes
fi
