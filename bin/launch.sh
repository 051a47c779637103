# Functions shared by the launchers: bin/gpchain in a checkout and bin/gpchain in the archive. They find Java and start
# the command line with JVM options that suit the command.
#
# Environment variables:
# JAVA_HOME           the Java installation to use (17 or newer; default: the java on the PATH)
# GPCHAIN_CLASSPATH   additional JARs, for example with readers for --reader
# GPCHAIN_JAVA_OPTS   additional JVM options, for example -Xmx12g; they override the defaults
# TMPDIR              folder for temporary files (default: /tmp)
# GPCHAIN_CACHE       folder for the class-data sharing archive (default: ~/.cache/gpchain)

fail() {
  printf 'gpchain: %s\n' "$@" >&2
  exit 2
}

# --- File names ---------------------------------------------------------------------------------

# Java encodes file names in the charset of the locale. For the locale C, and for locales that are not installed, this
# is ASCII. Java could then neither open files whose names contain other characters nor load classes from such folders.
use_utf8_names() {
  [[ $(locale charmap 2>/dev/null) != ANSI_X3.4-1968 ]] || export LC_ALL=C.UTF-8
}

# --- Java ---------------------------------------------------------------------------------------

java_hint='install Java 17 or newer (Debian: apt-get install openjdk-17-jdk-headless), or set JAVA_HOME to one'

# Sets $java to the path of the java command, and $java_release to the description of its version: the file "release"
# of the installation if it exists, because running "java -version" takes longer.
find_java() {
  local real release major
  if [[ -n ${JAVA_HOME:-} ]]; then
    java=$JAVA_HOME/bin/java
    [[ -x $java ]] || fail "JAVA_HOME is $JAVA_HOME, but there is no $JAVA_HOME/bin/java" "$java_hint"
  else
    java=$(command -v java) || fail 'there is no java on the PATH' "$java_hint"
  fi
  real=$(readlink -f "$java" 2>/dev/null) || real=$java
  release=${real%/bin/java}/release
  if [[ -r $release ]]; then
    java_release=$(<"$release")
  else
    java_release=$("$java" -version 2>&1) || fail "$java -version failed: $java_release" "$java_hint"
  fi
  [[ $java_release =~ (JAVA_VERSION=\"?| version \")(1\.)?([0-9]+) ]] ||
    fail "cannot determine the version of $java" "$java_hint"
  major=${BASH_REMATCH[3]}
  ((major >= 17)) || fail "$java is Java $major, but GPChain needs Java 17 or newer" "$java_hint"
}

# --- Options ------------------------------------------------------------------------------------

# Succeeds if the command does so little work that the optimizing compiler would not pay off: it labels at most 2 MB of
# files, or only prints information.
is_short() {
  local command=${1:-} file kilobytes sum=0
  case $command in
    annotate | evaluate | select | tag) ;;
    '' | -* | help | completion) return 0 ;;
    *) return 1 ;;
  esac
  while (($#)); do
    case $1 in
      -i | --input | --test) file=${2:-} ;;
      --input=* | --test=*) file=${1#*=} ;;
      --list | --list=*) return 1 ;;
      *) file= ;;
    esac
    shift
    # Standard input is assumed to be short.
    [[ -n $file && $file != - ]] || continue
    # The uncompressed size of an archive is unknown.
    [[ -e $file && $file != *.@(zip|gz|tgz) ]] || return 1
    read -r kilobytes _ < <(du -sk -- "$file" 2>/dev/null) || return 1
    ((sum += kilobytes)) || true
  done
  ((sum <= 2048))
}

# Succeeds if the command with these arguments is expected to run for minutes. Full optimization makes labeling large
# amounts of text, and sampling, faster by a third.
is_long() {
  [[ $1 == @(annotate|evaluate|serve|tag) ||
    "$1 ${2:-}" == "experiment "@(gpstruct|papers) ||
    "$*" == *--posterior[\ =]@(samples|sparse)* ]]
}

# Succeeds if training uses a word or name resource: with --words or --names, and by default with --language unless
# there is a --template.
uses_word_resources() {
  local arguments=" $* "
  [[ $arguments != *' --no-words '* ]] || return 1
  [[ $arguments != *\ --words[=\ ]* && $arguments != *' -w'* && $arguments != *\ --names[=\ ]* ]] || return 0
  [[ $arguments != *\ --template[=\ ]* ]] || return 1
  [[ $arguments == *\ --language[=\ ]* || $arguments == *' -l'* ]]
}

# Succeeds if training ends before the optimizing compiler pays off: up to about a hundred sentences without word
# resources. It does pay off with twice as many sentences, or with word resources.
is_tiny() {
  [[ ${1:-} == train ]] && ! uses_word_resources "$@" || return 1
  local file bytes=0
  local limit='--limit[ =]([0-9]{1,3}) '
  if [[ " $* " =~ $limit ]] && ((BASH_REMATCH[1] <= 100)); then
    return 0
  fi
  while (($#)); do
    case $1 in
      -t | --train) file=${2:-} ;;
      --train=*) file=${1#*=} ;;
      *) file= ;;
    esac
    shift
    [[ -n $file ]] || continue
    [[ -f $file ]] || return 1
    ((bytes += $(stat -c %s -- "$file" 2>/dev/null || echo 1000000))) || true
  done
  ((0 < bytes && bytes <= 30000))
}

# Succeeds if the command multiplies encoder vectors and this Java has the module that speeds this up.
uses_vector_api() {
  [[ $java_release == *jdk.incubator.vector* && " $* " == *' --encoder'[=\ ]* ]] &&
    [[ ${1:-} == @(train|crossval|serve) ]]
}

# Sets $options to the JVM options for the command with these arguments.
find_options() {
  local kilobytes=0
  # Standard output is for results, so warnings of the JVM go to standard error.
  options=(-XX:+UseSerialGC -XX:+IgnoreUnrecognizedVMOptions -Xlog:disable -Xlog:all=warning:stderr)
  [[ ! -r /proc/meminfo ]] || read -r _ kilobytes _ </proc/meminfo
  ((kilobytes < 8 * 1024 * 1024)) || options+=(-Xmx6g)
  # Loops that use the Vector API are compiled early, because each interpreted operation allocates an object.
  ! uses_vector_api "$@" || options+=(--add-modules jdk.incubator.vector -XX:CompileCommand=quiet
    '-XX:CompileCommand=CompileThresholdScaling,org.gpchain.internal.simd.VectorProducts::*,0.02')
  if is_short "$@"; then
    # Compilation takes more than a quarter of a short run; less inlining makes it cheaper. No method is called by
    # reflection often enough to justify a generated accessor class.
    options+=(-XX:TieredStopAtLevel=1 -XX:C1MaxInlineLevel=3 -XX:C1MaxInlineSize=20
      -Dsun.reflect.inflationThreshold=10000)
    # A heap for the whole run avoids garbage collection. Not used if memory is scarce or the user sets JVM options.
    if ((kilobytes >= 4 * 1024 * 1024)) && [[ -z ${GPCHAIN_JAVA_OPTS:-} ]]; then
      options+=(-Xms400m -Xmn300m)
    fi
  elif is_long "$@"; then
    return
  elif is_tiny "$@"; then
    # The loops are hot from the start, so interpreting them for long costs more than compiling them. A young generation
    # that fits into the processor's cache saves a tenth of the time and a third of the memory.
    options+=(-Xmn16m -XX:TieredStopAtLevel=1 -XX:Tier3InvocationThreshold=50 -XX:Tier3MinInvocationThreshold=20
      -XX:Tier3CompileThreshold=300 -XX:Tier3BackEdgeThreshold=4000)
  else
    # Training keeps a few large arrays and allocates few small objects, so the young generation can be small, and the
    # heap needs less free space than by default (40 %).
    options+=(-XX:MaxNewSize=128m -XX:MinHeapFreeRatio=20)
    # Short training runs would spend a third of their processor time in the optimizing compiler. It therefore waits
    # until a method is thirty times as hot as by default.
    options+=(-XX:Tier4InvocationThreshold=150000 -XX:Tier4MinInvocationThreshold=18000
      -XX:Tier4CompileThreshold=450000 -XX:Tier4BackEdgeThreshold=1200000)
  fi
}

# --- Class-data sharing -------------------------------------------------------------------------

# A class-data sharing archive saves a short run a third of its processor time, but is only valid for one JVM and one
# class path with JARs of unchanged modification times. The first run therefore creates it on the user's machine in the
# background, from the list of classes in file $1. If this is not possible, GPChain runs without an archive.
share_classes() {
  local list=$1 class_path=$2 cache key archive new jars
  # The JVM cannot share classes of JARs whose paths change when written as a URL, for example because of a space.
  [[ $class_path != *[!A-Za-z0-9_./:+-]* ]] || return 0
  cache=${GPCHAIN_CACHE:-${XDG_CACHE_HOME:-${HOME:-/nowhere}/.cache}/gpchain}
  IFS=: read -r -a jars <<<"$class_path"
  read -r key _ < <({ echo "$java $java_release" && LC_ALL=C ls -ln "${jars[@]}"; } | cksum)
  archive=$cache/$key.jsa
  if [[ $archive -nt $list ]]; then
    # If the archive doesn't match, the JVM runs without it. The logging options suppress the warning.
    options+=(-Xshare:auto "-XX:SharedArchiveFile=$archive" -Xlog:cds=off -Xlog:class+path=off)
    return
  fi
  mkdir -p "$cache" 2>/dev/null && [[ -w $cache ]] || return 0
  new=$archive.new
  (
    # Only one run at a time creates the archive. Files left by a killed run are removed after ten minutes.
    [[ ! -e $new ]] || find "$new" -mmin +10 -delete
    set -o noclobber
    { : >"$new"; } 2>/dev/null || exit 0
    # Archives of other versions are removed after a month.
    find "$cache" -name '*.jsa' -mtime +30 -delete
    # G1 is the only garbage collector that also archives heap objects.
    nice "$java" -Xshare:dump -XX:+UseG1GC "-XX:SharedClassListFile=$list" \
      "-XX:SharedArchiveFile=$new.jsa" -cp "$class_path" &&
      mv -f "$new.jsa" "$archive"
    rm -f "$new" "$new.jsa"
  ) </dev/null >/dev/null 2>&1 &
}

# --- Run ----------------------------------------------------------------------------------------

# Runs the command line.
#
# $1   class path
# $2   list of classes for class-data sharing; empty: no sharing
# $3   program name for messages
# $4…  arguments of the program
launch() {
  local class_path=$1 class_list=$2 name=$3 more
  shift 3
  find_options "$@"
  [[ -z $class_list ]] || share_classes "$class_list" "$class_path"
  # Without standard input, the JVM ends with a fatal error. It also ignores TMPDIR.
  { true 3<&0; } 2>/dev/null || exec </dev/null
  [[ ! -d ${TMPDIR:-} ]] || options+=("-Djava.io.tmpdir=$TMPDIR")
  if [[ -n ${GPCHAIN_JAVA_OPTS:-} ]]; then
    read -r -d '' -a more <<<"$GPCHAIN_JAVA_OPTS" || true
    options+=("${more[@]}")
  fi
  # GPChain always uses UTF-8, but libraries read their files in the default charset.
  options+=(-Dfile.encoding=UTF-8)
  class_path+=${GPCHAIN_CLASSPATH:+:$GPCHAIN_CLASSPATH}
  exec "$java" "${options[@]}" "-Dgpchain.command=$name" -cp "$class_path" \
    org.gpchain.internal.cli.Main "$@"
}
