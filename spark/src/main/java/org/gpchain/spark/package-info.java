/** Annotation of documents on a cluster, with Apache Spark. */
package org.gpchain.spark;
