@echo off
rem Runs the GPChain command line. Needs Java 17 or newer, from JAVA_HOME or the PATH. GPCHAIN_JAVA_OPTS
rem contains additional JVM options, and GPCHAIN_CLASSPATH additional JARs.
setlocal
set "root=%~dp0.."
set "java=java.exe"
rem The value of JAVA_HOME is often in quotation marks.
if defined JAVA_HOME set "java=%JAVA_HOME:"=%\bin\java.exe"
set "found="
if exist "%java%" set "found=yes"
if not defined JAVA_HOME for %%j in (java.exe) do if not "%%~$PATH:j" == "" set "found=yes"
if not defined found (
  echo gpchain: "%java%" does not exist>&2
  echo install Java 17 or newer, and set JAVA_HOME to it or put its bin folder on the PATH>&2
  exit /b 2
)
set "class_path=%root%\lib\*"
if defined GPCHAIN_CLASSPATH set "class_path=%class_path%;%GPCHAIN_CLASSPATH%"
"%java%" -XX:+UseSerialGC %GPCHAIN_JAVA_OPTS% -Dfile.encoding=UTF-8 "-Dgpchain.command=gpchain" -cp "%class_path%" org.gpchain.internal.cli.Main %*
exit /b %ERRORLEVEL%
